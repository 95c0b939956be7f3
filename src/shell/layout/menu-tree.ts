import type { Label } from '#kernel/wording/label.ts'
import type { MenuNode } from '../start/answers.ts'

export interface MenuEntry extends Label {
  readonly id: string
  readonly path: string
  readonly icon: string | undefined
  /** Pinyin of the Chinese name, for the search. */
  readonly pinyin: string
}

/** A directory of the menu with all its pages, flattened; pages outside of directories are in a group without name. */
export interface MenuGroup extends Label {
  readonly id: string
  /** Its icon, else that of its first page. */
  readonly icon: string | undefined
  readonly entries: readonly MenuEntry[]
}

/** Number of pages from which on the menu is folded. */
const folding = 24

/** Number of pages from which on a directory of a folded menu links to a page with its list. */
const pageOfItsOwn = 20

/** Returns whether a menu is long enough to be folded, with a filter. */
export const isLong = (groups: readonly MenuGroup[]): boolean => groups.reduce((sum, { entries }) => sum + entries.length, 0) >= folding

/** Path of the page with all pages, for phones. */
export const morePath = '/more'

/** Path of the page with the pages of a directory. */
export const directoryPath = (id: string): string => `/pages/${id}`

/** Returns whether a directory has a page of its own instead of being expanded. */
export const hasPage = ({ entries }: MenuGroup): boolean => entries.length >= pageOfItsOwn

/** The groups of the menu from the server's tree, in order; without buttons and hidden entries. */
export function menuGroups(tree: readonly MenuNode[]): readonly MenuGroup[] {
  const loose = { id: 'top', cn: '', en: '', icon: undefined, entries: tree.filter(isPage).map(entryOf) }
  const groups = tree.filter((node) => node.type === 'M' && isVisible(node)).map(groupOf)
  return [loose, ...groups].filter(({ entries }) => entries.length > 0)
}

/** The name of a page in the menu, by its path. */
export const nameInMenu = (tree: readonly MenuNode[], path: string): Label | undefined =>
  menuGroups(tree).flatMap(({ entries }) => entries).find((entry) => entry.path === path)

/** Routes whose tabs are remounted each time they are shown, by their menu entries. */
export const routesNotKept = (tree: readonly MenuNode[]): ReadonlySet<string> =>
  new Set(
    tree.flatMap(({ path, keepAlive, children = [] }) => [...(path && keepAlive === false ? [path] : []), ...routesNotKept(children)]),
  )

function groupOf(node: MenuNode): MenuGroup {
  const entries = pagesBelow(node)
  return { id: node.id, cn: node.name, en: node.nameEn || node.name, icon: node.icon ?? entries[0]?.icon, entries }
}

const pagesBelow = (node: MenuNode): readonly MenuEntry[] =>
  ordered(node.children ?? []).filter(isVisible).flatMap((
    child,
  ) => (child.type === 'M' ? pagesBelow(child) : isPage(child) ? [entryOf(child)] : []))

const ordered = (nodes: readonly MenuNode[]) => nodes.toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0))

const isVisible = ({ visible }: MenuNode) => visible !== false && visible !== 0

const isPage = (node: MenuNode) => node.type === 'C' && Boolean(node.path) && isVisible(node)

const entryOf = ({ id, name, nameEn, pinyin, path, icon }: MenuNode): MenuEntry => ({
  id,
  cn: name,
  en: nameEn || name,
  pinyin: pinyin ?? '',
  path: path ?? '/',
  icon: icon ?? undefined,
})
