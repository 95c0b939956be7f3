import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { keepTabs, readTabs } from './memory.ts'
import { addressOf, change, homeKey, moveTo, neighbourOf, visit, without, type Place, type Tab, type Tabs } from './model.ts'
import type { TabsControl, Unsaved } from './tabs-context.ts'

interface Settings {
  /** The tab that an address belongs to. */
  keyOf(place: Place): string
  /** Asks whether a tab with unsaved input may close. */
  ask(unsaved: Unsaved): Promise<boolean>
}

/** The open tabs, in line with the address. */
export function useTabsState({ keyOf, ask }: Settings): TabsControl {
  const location = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [tabs, setTabs] = useState<Tabs>(() => visit({ open: readTabs(), active: homeKey, at: '' }, location, keyOf(location)))
  const { dirty, setDirty } = useDirty(tabs.open)
  const latest = useRef({ tabs, dirty })

  // Derived while rendering, so that a new address never paints the old tab first.
  if (tabs.at !== addressOf(location)) setTabs(visit(tabs, location, keyOf(location)))

  useEffect(() => {
    latest.current = { tabs, dirty }
  }, [tabs, dirty])
  useEffect(() => keepTabs(tabs.open), [tabs.open])

  const go = useCallback((tab: Tab) => void navigate(addressOf(tab)), [navigate])

  const drop = useCallback(
    (key: string) => {
      const now = latest.current.tabs
      if (key !== now.active) return setTabs((before) => ({ ...before, open: without(before.open, key) }))
      setTabs((before) => ({ ...before, closing: key }))
      void navigate(addressOf(neighbourOf(now, key)))
    },
    [navigate],
  )

  const close = useCallback(
    (key: string) => {
      const unsaved = latest.current.dirty.get(key)
      if (key === homeKey) return
      if (!unsaved) return drop(key)
      void ask(unsaved).then((may) => may && drop(key))
    },
    [ask, drop],
  )

  const closeMany = useCallback(
    (keys: readonly string[]) => {
      const closable = keys.filter((key) => !latest.current.dirty.has(key) && key !== latest.current.tabs.active)
      setTabs((before) => ({ ...before, open: without(before.open, ...closable) }))
      if (keys.includes(latest.current.tabs.active)) close(latest.current.tabs.active)
    },
    [close],
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
      const unsaved = latest.current.dirty.get(key)
      const renew = () => {
        void client.invalidateQueries({ type: 'active' })
        setTabs((before) => change(before, key, { generation: (before.open.find((tab) => tab.key === key)?.generation ?? 0) + 1 }))
      }
      if (unsaved) void ask(unsaved).then((may) => may && renew())
      else renew()
    },
    [ask, client],
  )
  const rename = useCallback<TabsControl['rename']>((key, title) => setTabs((before) => change(before, key, { title })), [])
  const move = useCallback((key: string, target: string) => setTabs((before) => moveTo(before, key, target)), [])

  return useMemo(
    () => ({ tabs, dirty, go, close, closeMany, replace, refresh, rename, move, setDirty }),
    [tabs, dirty, go, close, closeMany, replace, refresh, rename, move, setDirty],
  )
}

/**
 * Unsaved input by tab; a page may have several sources. A hidden page's effects are gone while its input is not:
 * sources end with their tab, never with an effect. The browser's own window asks too.
 */
function useDirty(open: readonly Tab[]) {
  const [sources, setSources] = useState<Sources>(new Map())
  const living = useMemo(() => withTabs(sources, open), [sources, open])
  if (living.size !== sources.size) setSources(living)

  const setDirty = useCallback((key: string, source: string, unsaved: Unsaved | undefined) => {
    setSources((before) => {
      if (!unsaved && !before.has(source)) return before
      const others = [...before].filter(([name]) => name !== source)
      return new Map(unsaved ? [...others, [source, { key, unsaved }]] : others)
    })
  }, [])
  const dirty = useMemo(() => new Map([...living.values()].map(({ key, unsaved }) => [key, unsaved])), [living])

  useEffect(() => {
    if (dirty.size === 0) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [dirty])
  return { dirty, setDirty }
}

type Sources = ReadonlyMap<string, { readonly key: string; readonly unsaved: Unsaved }>

function withTabs(sources: Sources, open: readonly Tab[]): Sources {
  const keys = new Set(open.map(({ key }) => key))
  return new Map([...sources].filter(([, { key }]) => keys.has(key)))
}
