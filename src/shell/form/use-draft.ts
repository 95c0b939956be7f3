import { useCallback, useEffect, useRef, useState } from 'react'
import { nowOf } from '../../kernel/dates.ts'
import type { FormValue } from '../../kernel/value.ts'
import { useHttp } from '../backend.ts'
import type { FormStore } from './store/form-store.ts'

interface Draft {
  readonly content: unknown
  /** yyyy-MM-dd HH:mm:ss */
  readonly updateTime: string
}

export type Saved = { readonly at: string; readonly where: 'server' | 'here' } | undefined

const path = '/oaserver/user-input-cache'
/** Milliseconds after the last change, and the longest that changes wait. */
const pause = 2_000
const longest = 5_000

/**
 * The draft of a new form: found when the form is opened, saved while it is filled in, gone when it was submitted.
 * Without a line to the server it is kept on this computer.
 */
export function useDraft(store: FormStore, isWanted: boolean) {
  const http = useHttp()
  const [found, setFound] = useState<Draft>()
  const [saved, setSaved] = useState<Saved>()
  const [savedChanges, setSavedChanges] = useState(store.changes)
  const state = useRef({ changes: store.changes, first: 0, isOver: false })
  const local = `oa.draft.${store.form.key}`

  const save = useCallback(async () => {
    const { changes } = store
    state.current.first = 0
    try {
      const draft = await http.post<Draft>(`${path}/save`, { businessType: store.form.key, content: store.entered, title: titleOf(store.value) }, { quiet: true })
      localStorage.removeItem(local)
      setSaved({ at: draft.updateTime, where: 'server' })
    } catch {
      localStorage.setItem(local, JSON.stringify({ content: store.entered, updateTime: nowOf(new Date()) }))
      setSaved({ at: nowOf(new Date()), where: 'here' })
    }
    state.current.changes = changes
    setSavedChanges(changes)
  }, [http, store, local])

  useEffect(() => {
    if (!isWanted) return
    const here = readLocal(local)
    http.get<Draft | null>(path, { businessType: store.form.key }, { quiet: true })
      .then((there) => setFound(newer(there ?? undefined, here)), () => setFound(here))
  }, [http, store, isWanted, local])

  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = store.subscribe(() => {
      const { current } = state
      if (current.isOver || store.changes === current.changes) return
      current.first ||= Date.now()
      clearTimeout(timer)
      timer = setTimeout(() => void (current.isOver || store.changes === current.changes || save()), Math.max(0, Math.min(pause, current.first + longest - Date.now())))
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [store, isWanted, save])

  const remove = useCallback(async () => {
    localStorage.removeItem(local)
    setFound(undefined)
    await http.delete(path, { businessType: store.form.key }, { quiet: true }).catch(() => undefined)
  }, [http, store, local])

  return {
    /** A draft that waits to be restored. */
    found, saved, save, remove,
    /** Changes that the last saving held. */
    savedChanges,
    restore() {
      if (found && isValue(found.content)) store.load(found.content)
      setFound(undefined)
    },
    /** The form was submitted: nothing is saved any more. */
    end() {
      state.current.isOver = true
      void remove()
    },
  }
}

const titleOf = ({ title }: FormValue) => (typeof title === 'string' ? title.slice(0, 200) : null)

const isValue = (content: unknown): content is FormValue => typeof content === 'object' && content !== null && !Array.isArray(content)

function readLocal(name: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'content' in kept && 'updateTime' in kept ? (kept as Draft) : undefined
  } catch {
    return undefined
  }
}

function newer(one: Draft | undefined, other: Draft | undefined): Draft | undefined {
  if (!one || !other) return one ?? other
  return one.updateTime >= other.updateTime ? one : other
}
