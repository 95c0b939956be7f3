import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Http } from '../../../../providers/http.ts'
import { useHttp } from '../../../../src/shell/backend.ts'
import type { MenuNode } from '../../menu-wire.ts'

export const path = '/system/menu'

const key = ['menuAdministration'] as const

export const treeQuery = (http: Http, { name, isDisabledOnly }: { name: string; isDisabledOnly: boolean }) =>
  queryOptions({
    queryKey: [...key, 'tree', name, isDisabledOnly],
    queryFn: () => http.get<readonly MenuNode[]>(path, { ...(name && { name }), ...(isDisabledOnly && { enable: 'false' }) }, { quiet: true }),
  })

export const permissionsQuery = (http: Http) => queryOptions({ queryKey: [...key, 'permissions'], queryFn: () => http.get<readonly string[]>(`${path}/permissions`, {}, { quiet: true }), staleTime: Infinity })

/** Sends a change and asks everything anew, the caller's own menu too; also after a refusal, for somebody else may have been faster. */
export function useMenuChange() {
  const http = useHttp()
  const client = useQueryClient()
  return async <Answer>(send: (http: Http) => Promise<Answer>): Promise<Answer> => {
    try {
      return await send(http)
    } finally {
      await Promise.all([key, ['read', 'menus'], ['read', 'closedPages']].map((queryKey) => client.invalidateQueries({ queryKey })))
    }
  }
}

/** Every entry of a tree, from the top down. */
export const entriesIn = (nodes: readonly MenuNode[]): readonly MenuNode[] => nodes.flatMap((node) => [node, ...entriesIn(node.children)])
