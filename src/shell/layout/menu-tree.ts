import type { Label } from '#kernel/wording/label.ts'
import type { MenuNode } from '../start/answers.ts'

export interface MenuEntry extends Label {
  readonly id: string
  readonly path: string
  readonly icon: string | undefined
  /** The ways in which its Chinese name is typed without an input method. */
  readonly pinyin: string
}

/** A directory of the menu with its pages, at whatever depth they lie; pages without one form a nameless group. */
export interface MenuGroup extends Label {
  readonly id: string
  /** Its own icon, else that of its first page. */
  readonly icon: string | undefined
  readonly entries: readonly MenuEntry[]
}

/** The number of pages from which on the menu folds its directories. */
const folding = 24

/** The number of pages from which on a directory is one line of the folded menu, which opens a page that lists them. */
const pageOfItsOwn = 20

/** Returns whether a menu is too long to be read at a glance: its directories are folded, and it has a filter. */
export const isLong = (groups: readonly MenuGroup[]): boolean => groups.reduce((sum, { entries }) => sum + entries.length, 0) >= folding

/** The page from which every page is reached without a menu at the side. */
export const morePath = '/more'

/** The page that lists the pages of a directory. */
export const directoryPath = (id: string): string => `/pages/${id}`

/** Returns whether a directory of a long menu has a page that lists its pages, instead of unfolding. */
export const hasPage = ({ entries }: MenuGroup): boolean => entries.length >= pageOfItsOwn

/** The sider's groups from the server's tree, in its order; buttons and hidden entries fall out. */
export function menuGroups(tree: readonly MenuNode[]): readonly MenuGroup[] {
  const loose = { id: 'top', cn: '', en: '', icon: undefined, entries: tree.filter(isPage).map(entryOf) }
  const groups = tree.filter((node) => node.type === 'M' && isVisible(node)).map(groupOf)
  return [loose, ...groups].filter(({ entries }) => entries.length > 0)
}

/** The name of a page in the menu, whichever way it was reached. */
export const nameInMenu = (tree: readonly MenuNode[], path: string): Label | undefined =>
  menuGroups(tree).flatMap(({ entries }) => entries).find((entry) => entry.path === path)

/** Routes whose tabs begin anew each time they are shown, as their entries say. */
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
