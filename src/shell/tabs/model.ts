import type { Label } from '#kernel/wording/label.ts'

/** An open tab with its own address; it keeps the state of its page while hidden. */
export interface Tab {
  readonly key: string
  readonly pathname: string
  readonly search: string
  /** The title set by its page; the route's title by default. */
  readonly title?: Label
  /** Number of refreshes; a change remounts the page. */
  readonly generation: number
}

export interface TabLocation {
  readonly pathname: string
  readonly search: string
}

export interface Tabs {
  readonly open: readonly Tab[]
  readonly active: string
  /** Key of a tab that closes after the navigation away from it. */
  readonly closing?: string
  /** The address of the last synchronisation. */
  readonly at: string
}

export const homeKey = '/'

export const home: Tab = { key: homeKey, pathname: '/', search: '', generation: 0 }

/** The address of a tab: path and search. */
export const addressOf = ({ pathname, search }: TabLocation): string => pathname + search

/** Synchronises the tabs with an address: opens its tab, or moves the open one to it. */
export function visit(tabs: Tabs, place: TabLocation, key: string): Tabs {
  const remaining = tabs.closing !== undefined && tabs.closing !== key ? without(tabs.open, tabs.closing) : tabs.open
  const { pathname, search } = place
  const known = remaining.some((tab) => tab.key === key)
  const open = known
    ? remaining.map((
      tab,
    ) => (tab.key === key ? { ...tab, pathname, search, title: tab.pathname === pathname ? tab.title : undefined } : tab))
    : [...remaining, { key, pathname, search, generation: 0 }]
  return { open, active: key, at: addressOf(place) }
}

/** The tab that becomes active when a tab closes: the next one, else the previous one, else home. */
export function neighbourOf(tabs: Tabs, key: string): Tab {
  const index = tabs.open.findIndex((tab) => tab.key === key)
  return tabs.open[index + 1] ?? tabs.open[index - 1] ?? home
}

/** The tab after or before the active one, wrapping around. */
export function stepFrom(tabs: Tabs, step: 1 | -1): Tab {
  const index = tabs.open.findIndex((tab) => tab.key === tabs.active)
  return tabs.open[(index + step + tabs.open.length) % tabs.open.length] ?? home
}

/** The tabs without those with these keys; home never closes. */
export const without = (open: readonly Tab[], ...keys: readonly string[]): readonly Tab[] =>
  open.filter((tab) => tab.key === homeKey || !keys.includes(tab.key))

/** The tabs with a part of one tab changed. */
export const change = (tabs: Tabs, key: string, part: Partial<Tab>): Tabs => ({
  ...tabs,
  open: tabs.open.map((tab) => (tab.key === key ? { ...tab, ...part } : tab)),
})

/** Moves a tab to the position of another. */
export function moveTo(tabs: Tabs, key: string, target: string): Tabs {
  const moved = tabs.open.find((tab) => tab.key === key)
  if (!moved || key === target || target === homeKey) return tabs
  const rest = tabs.open.filter((tab) => tab.key !== key)
  const from = tabs.open.findIndex((tab) => tab.key === key)
  const to = tabs.open.findIndex((tab) => tab.key === target)
  const index = rest.findIndex((tab) => tab.key === target) + (from < to ? 1 : 0)
  return { ...tabs, open: [...rest.slice(0, index), moved, ...rest.slice(index)] }
}
