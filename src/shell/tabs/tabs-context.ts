import { createContext, useContext, useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import type { Tab, Tabs } from './model.ts'
import type { UnsavedInput } from './unsaved.ts'

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
