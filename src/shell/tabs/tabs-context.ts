import { createContext, useContext, useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import type { Tab, Tabs } from './model.ts'
import type { UnsavedInput } from './unsaved.ts'

export interface TabsControl {
  readonly tabs: Tabs
  readonly unsaved: UnsavedInput
  go(tab: Tab): void
  /** Asks first when the tab has unsaved input. */
  close(key: string): void
  /** Closes tabs without unsaved input. */
  closeMany(keys: readonly string[]): void
  /** Goes to another address and drops the tab; the address it had leaves the history. */
  replace(key: string, address: string): void
  refresh(key: string): void
  rename(key: string, title: Label): void
  move(key: string, target: string): void
}

export const TabsContext = createContext<TabsControl | undefined>(undefined)
export const TabContext = createContext<string | undefined>(undefined)

/** Returns the control of the tabs. */
export function useTabs(): TabsControl {
  const control = useContext(TabsContext)
  if (!control) throw new Error('outside of the shell')
  return control
}

/** The tab that the calling page lives in. */
export function useTab() {
  const key = useContext(TabContext)
  const { tabs, close, replace, refresh, rename } = useTabs()
  if (key === undefined) throw new Error('outside of a tab')
  return useMemo(
    () => ({
      key,
      isActive: tabs.active === key,
      /** Names the tab in both languages. */
      setTitle: (title: Label) => rename(key, title),
      close: () => close(key),
      /** Goes to another address in place of this tab, e.g. from a submitted form to its document. */
      replace: (address: string) => replace(key, address),
      /** Mounts the page anew; its reads are asked again. */
      refresh: () => refresh(key),
    }),
    [key, tabs.active, close, replace, refresh, rename],
  )
}

/** Names the calling page's tab while the page is shown. */
export function useTabTitle(title: Label | undefined): void {
  const { setTitle } = useTab()
  const cn = title?.cn
  const en = title?.en
  useEffect(() => {
    if (cn !== undefined && en !== undefined) setTitle({ cn, en })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- setTitle changes with the active tab, the name does not
  }, [cn, en])
}

/** Returns whether a tab has unsaved input now. */
export function useIsUnsaved(tab: string): boolean {
  const { unsaved } = useTabs()
  return useSyncExternalStore(unsaved.subscribe, () => unsaved.of(tab) !== undefined)
}

/** Tells that the calling page has unsaved input: a dot in its tab, and a question before it closes. */
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
