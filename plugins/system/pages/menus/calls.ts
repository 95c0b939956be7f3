import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { MenuNode, RegisteredPage } from '#plugins/system/menu-wire.ts'

export const path = '/system/menu'

const key = ['menuAdministration'] as const

/** The entries of the menu that match, with the directories above them. */
export const treeQuery = (http: Http, { name, isDisabledOnly }: { name: string; isDisabledOnly: boolean }) =>
  queryOptions({
    queryKey: [...key, 'tree', name, isDisabledOnly],
    queryFn: () =>
      http.get<readonly MenuNode[]>(path, { ...(name && { name }), ...(isDisabledOnly && { enable: 'false' }) }, { quiet: true }),
  })

/** The permissions that modules declare, for an entry of the menu to ask for. */
export const permissionsQuery = (http: Http) =>
  queryOptions({ queryKey: [...key, 'permissions'], queryFn: () => http.get<readonly string[]>(`${path}/permissions`, {}, { quiet: true }),
    staleTime: Infinity })

/** The pages that modules register, for an entry of the menu to open. */
export const pagesQuery = (http: Http) =>
  queryOptions({ queryKey: [...key, 'pages'], queryFn: () => http.get<readonly RegisteredPage[]>(`${path}/pages`, {}, { quiet: true }),
    staleTime: Infinity })

/** The queries that a change of the menu makes old: its page, the caller's own menu, and the catalogue of rights. */
export const menuQueries = [key, ['read', 'menus'], ['read', 'closedPages'], ['roles', 'catalogue']] as const

/** Every entry of a tree, from the top down. */
export const entriesIn = (nodes: readonly MenuNode[]): readonly MenuNode[] => nodes.flatMap((node) => [node, ...entriesIn(node.children)])
