import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isFailure } from '../../../providers/failure.ts'
import { nowOf } from '../../kernel/dates.ts'
import type { FormValue } from '../../kernel/value.ts'
import { useHttp } from '../backend.ts'
import { type Draft, later, localDraft } from './local-draft.ts'
import type { FormStore } from './store/form-store.ts'
import { useAutosave } from './use-autosave.ts'

export type Saved = { readonly at: string; readonly where: 'server' | 'here' } | undefined

const path = '/oaserver/user-input-cache'

/**
 * The draft of a new form: found when the form is opened, saved while it is filled in, gone when it was submitted.
 * A copy is always on this computer, so that neither a closed window nor a cut line loses anything. While an earlier
 * draft waits to be restored, or another window has saved its own, nothing on the server is replaced unasked.
 */
export function useDraft(store: FormStore, isWanted: boolean) {
  const http = useHttp()
  const here = useMemo(() => localDraft(store.form.key), [store])
  const [found, setFound] = useState<Draft>()
  const [conflict, setConflict] = useState<Draft>()
  const [saved, setSaved] = useState<Saved>()
  const [savedChanges, setSavedChanges] = useState(store.changes)
  /** The server's draft that this form goes on from. */
  const version = useRef(0)
  const isAsking = found !== undefined || conflict !== undefined

  const read = useCallback(() => http.get<Draft | null>(path, { businessType: store.form.key }, { quiet: true }), [http, store])

  const keepHere = useCallback(() => here.keep(store.entered, version.current), [here, store])

  const save = useCallback(async () => {
    const { changes } = store
    try {
      const draft = await http.post<Draft>(`${path}/save`, { businessType: store.form.key, content: store.entered, title: titleOf(store.value), version: version.current }, { quiet: true })
      version.current = draft.version
      if (store.changes === changes) here.remove()
      setSaved({ at: draft.updateTime, where: 'server' })
      setSavedChanges(changes)
    } catch (error) {
      if (keepHere()) setSaved({ at: nowOf(new Date()), where: 'here' })
      if (isFailure(error) && error.kind === 'moved') setConflict((await read().catch(() => null)) ?? undefined)
      else setSavedChanges(changes)
    }
  }, [http, store, here, keepHere, read])

  useEffect(() => {
    if (!isWanted) return
    const left = here.read()
    const look = async () => {
      const there = await read().catch(() => null)
      version.current = there?.version ?? 0
      setFound(later(there ?? undefined, left))
    }
    void look()
  }, [isWanted, here, read])

  const autosave = useAutosave(store, isWanted, { keepHere, save: isAsking ? undefined : save })

  const remove = useCallback(async () => {
    here.remove()
    setFound(undefined)
    version.current = 0
    await http.delete(path, { businessType: store.form.key }, { quiet: true }).catch(() => undefined)
  }, [http, store, here])

  const load = (draft: Draft) => {
    version.current = draft.version
    if (isValue(draft.content)) store.load(draft.content)
  }
  return {
    /** A draft that waits to be restored. */
    found,
    /** What another window has saved in the meantime. */
    conflict,
    saved, remove,
    /** Saves on the person's word: what they were asked about is decided by it. */
    save: () => {
      if (conflict) version.current = conflict.version
      setConflict(undefined)
      setFound(undefined)
      return save()
    },
    /** Changes that the last saving held. */
    savedChanges,
    restore() {
      if (found) load(found)
      setFound(undefined)
    },
    /** Takes what the other window saved in place of what stands here. */
    takeOther() {
      if (conflict) load(conflict)
      here.remove()
      setConflict(undefined)
    },
    /** The form was submitted: nothing is saved any more. */
    end() {
      autosave.end()
      void remove()
    },
  }
}

const titleOf = ({ title }: FormValue) => (typeof title === 'string' ? title.slice(0, 200) : null)

const isValue = (content: unknown): content is FormValue => typeof content === 'object' && content !== null && !Array.isArray(content)
