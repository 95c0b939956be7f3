import { createContext, useCallback, useContext, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { Label } from '#kernel/wording/label.ts'
import { addressOf, change, home, homeKey, moveTo, neighbourOf, type Tab, type TabLocation, type Tabs, visit, without } from './model.ts'
import { type UnsavedChoices, UnsavedInput, useWindowQuestion } from './unsaved.tsx'

export interface TabsControl {
  readonly tabs: Tabs
  readonly unsaved: UnsavedInput
  go(tab: Tab): void
  /** Closes a tab; asks first if it has unsaved input. */
  close(key: string): void
  /** Closes those of the tabs that have no unsaved input. */
  closeMany(keys: readonly string[]): void
  /** Navigates to another address and closes the tab, whose address is replaced in the history. */
  replace(key: string, address: string): void
  refresh(key: string): void
  rename(key: string, title: Label): void
  move(key: string, target: string): void
}

export const TabsContext = createContext<TabsControl | undefined>(undefined)
export const TabContext = createContext<string | undefined>(undefined)

/** The state of the tabs, with functions that change it. */
export function useTabs(): TabsControl {
  const control = useContext(TabsContext)
  if (!control) throw new Error('outside of the shell')
  return control
}

/** The tab of the calling page. */
export function useTab() {
  const key = useContext(TabContext)
  const { tabs, close, replace, refresh, rename } = useTabs()
  if (key === undefined) throw new Error('outside of a tab')
  return useMemo(
    () => ({
      key,
      isActive: tabs.active === key,
      /** Sets the title of the tab in both languages. */
      setTitle: (title: Label) => rename(key, title),
      close: () => close(key),
      /** Navigates to another address in place of this tab, e.g. from a submitted form to its document. */
      replace: (address: string) => replace(key, address),
      /** Remounts the page and refreshes its queries. */
      refresh: () => refresh(key),
    }),
    [key, tabs.active, close, replace, refresh, rename],
  )
}

/** Sets the title of the calling page's tab. */
export function useTabTitle(title: Label | undefined): void {
  const { setTitle } = useTab()
  const cn = title?.cn
  const en = title?.en
  useEffect(() => {
    if (cn !== undefined && en !== undefined) setTitle({ cn, en })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- setTitle changes with the active tab, the title does not
  }, [cn, en])
}

/** Returns whether a tab has unsaved input. */
export function useIsUnsaved(tab: string): boolean {
  const { unsaved } = useTabs()
  return useSyncExternalStore(unsaved.subscribe, () => unsaved.of(tab) !== undefined)
}

/** Marks the calling page's tab as unsaved: a dot in the tab, and a confirmation before it closes. */
export function useTabDirty(isDirty: boolean, save?: () => Promise<void>): void {
  const key = useContext(TabContext)
  const { unsaved } = useTabs()
  const source = useId()
  const latest = useRef(save)
  const canSave = save !== undefined
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (key !== undefined) unsaved.report(key, source, isDirty ? { ...(canSave && { save: async () => latest.current?.() }) } : undefined)
  }, [key, source, isDirty, canSave, unsaved])
}

interface Settings {
  /** The tab key of an address. */
  keyOf(place: TabLocation): string
  /** The title at an address, before its page sets its own. */
  titleAt(place: TabLocation): Label | undefined
  /** Returns whether a page is finished on navigation from one address to another, so that its tab closes. */
  isLeft?(from: TabLocation, to: TabLocation): boolean
  /** Asks whether a tab with unsaved input may close. */
  ask(unsaved: UnsavedChoices): Promise<boolean>
}

/** The open tabs, synchronised with the address. */
export function useTabsState({ keyOf, titleAt, ask, isLeft = () => false }: Settings): TabsControl {
  const location = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [tabs, setTabs] = useState<Tabs>(() => visit({ open: readTabs(), active: homeKey, at: '' }, location, keyOf(location)))
  const [unsaved] = useState(() => new UnsavedInput())
  const latest = useRef(tabs)

  // derived during render, so that a new address never paints the old tab first
  if (tabs.at !== addressOf(location)) {
    const from = tabs.open.find(({ key }) => key === tabs.active)
    const isDone = from !== undefined && unsaved.of(from.key) === undefined && isLeft(from, location)
    setTabs(visit(isDone ? { ...tabs, closing: from.key } : tabs, location, keyOf(location)))
  }

  useEffect(() => {
    latest.current = tabs
  }, [tabs])
  useEffect(() => {
    keepTabs(tabs.open)
    unsaved.keep(new Set(tabs.open.map(({ key }) => key)))
  }, [tabs.open, unsaved])
  useWindowQuestion(unsaved)

  const go = useCallback((tab: Tab) => void navigate(addressOf(tab)), [navigate])

  const drop = useCallback(
    (key: string) => {
      const now = latest.current
      if (key !== now.active) return setTabs((before) => ({ ...before, open: without(before.open, key) }))
      setTabs((before) => ({ ...before, closing: key }))
      void navigate(addressOf(neighbourOf(now, key)))
    },
    [navigate],
  )

  const close = useCallback(
    (key: string) => {
      const held = unsaved.of(key)
      if (key === homeKey) return
      if (!held) return drop(key)
      void ask(held).then((may) => may && drop(key))
    },
    [ask, drop, unsaved],
  )

  const closeMany = useCallback(
    (keys: readonly string[]) => {
      const closable = keys.filter((key) => !unsaved.of(key) && key !== latest.current.active)
      setTabs((before) => ({ ...before, open: without(before.open, ...closable) }))
      if (keys.includes(latest.current.active)) close(latest.current.active)
    },
    [close, unsaved],
  )

  const replace = useCallback<TabsControl['replace']>(
    (key, address) => {
      setTabs((before) => ({ ...before, closing: key }))
      void navigate(address, { replace: true })
    },
    [navigate],
  )

  const refresh = useCallback(
    (key: string) => {
      const held = unsaved.of(key)
      const renew = () => {
        unsaved.end(key)
        void client.invalidateQueries({ type: 'active' })
        setTabs((before) => change(before, key, { generation: (before.open.find((tab) => tab.key === key)?.generation ?? 0) + 1 }))
      }
      if (held) void ask(held).then((may) => may && renew())
      else renew()
    },
    [ask, client, unsaved],
  )
  const rename = useCallback<TabsControl['rename']>((key, title) => setTabs((before) => named(before, { key, title, titleAt })), [titleAt])
  const move = useCallback((key: string, target: string) => setTabs((before) => moveTo(before, key, target)), [])

  return useMemo(
    () => ({ tabs, unsaved, go, close, closeMany, replace, refresh, rename, move }),
    [tabs, unsaved, go, close, closeMany, replace, refresh, rename, move],
  )
}

/** Sets a title; the same title returns the same tabs, without a re-render. */
function named(tabs: Tabs, { key, title, titleAt }: { readonly key: string; readonly title: Label } & Pick<Settings, 'titleAt'>): Tabs {
  const tab = tabs.open.find((each) => each.key === key)
  const known = tab && (tab.title ?? titleAt(tab))
  return known?.cn === title.cn && known.en === title.en ? tabs : change(tabs, key, { title })
}

const remembered = 'oa.tabs'

/** The open tabs before a reload of this browser tab. */
function readTabs(): readonly Tab[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(remembered) ?? '[]')
    const tabs = Array.isArray(kept) ? kept.filter(isTab).filter(({ key }) => key !== homeKey) : []
    return [home, ...tabs]
  } catch {
    return [home]
  }
}

/** Stores the open tabs for a reload of this browser tab. */
const keepTabs = (open: readonly Tab[]): void => sessionStorage.setItem(remembered, JSON.stringify(open))

const isTab = (value: unknown): value is Tab =>
  typeof value === 'object' && value !== null && 'key' in value && 'pathname' in value && 'search' in value && 'generation' in value
