import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { nowOf } from '#kernel/values/dates.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { useWritingHttp } from '#shell/backend.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import { countsKey } from '#shell/layout/badges.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { isFailure } from '#providers/failure.ts'
import type { FormStore } from '../store/form-store.ts'
import type { Points } from '../ReturnedPoints.tsx'
import { useFormText } from '../texts.ts'

/** The unfiled input of a form. */
export interface DraftContent {
  readonly content: unknown
  /** Time of the last save, yyyy-MM-dd HH:mm:ss. */
  readonly updateTime: string
  /** Version of the server's draft that it is based on; 0 if there is none. */
  readonly version: number
  /** Id of the opened form in which it was first entered; tells whether it was filed. */
  readonly form?: string | null
}

interface LocalDraft extends DraftContent {
  /** Id of the draft, one per opened form. */
  readonly id: string
}

/** A draft that the user can restore or discard: on the server, local, or the server's with later local changes. */
interface WaitingDraft extends DraftContent {
  /** Id of the local copy; absent if there is none. */
  readonly id?: string
  /** Whether it is the server's only draft of this form. */
  readonly isServers: boolean
}

/**
 * A person's local drafts, kept when the tab closes or the network drops.
 * @param formKey the form's key; for a filed document, followed by a colon and its id
 */
function localDrafts(owner: string, formKey: string) {
  const prefix = `oa.draft.${owner}.${formKey}.`
  return {
    /** All drafts, latest first. */
    all(): readonly LocalDraft[] {
      const drafts = storedNames().flatMap((name) => (name.startsWith(prefix) ? (readDraft(name, prefix) ?? []) : []))
      return drafts.toSorted((one, other) => (one.updateTime < other.updateTime ? 1 : -1))
    },
    /** Stores a draft; returns false if the browser's storage is full. */
    keep(id: string, { content, version, form }: Pick<DraftContent, 'content' | 'version' | 'form'>): boolean {
      try {
        localStorage.setItem(prefix + id, JSON.stringify({ content, version, form, updateTime: nowOf(new Date()) }))
        return true
      } catch {
        return false
      }
    },
    remove: (id: string) => localStorage.removeItem(prefix + id),
  }
}

/** Keys in local storage; empty if storage is blocked. */
function storedNames(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readDraft(name: string, prefix: string): LocalDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    return isDraft(kept) ? { ...kept, id: name.slice(prefix.length) } : undefined
  } catch {
    return undefined
  }
}

const isDraft = (kept: unknown): kept is DraftContent =>
  typeof kept === 'object' && kept !== null && 'content' in kept && 'updateTime' in kept && 'version' in kept

/**
 * The drafts to choose from when a form is opened. A later local copy based on the server's current draft replaces it; any other copy is
 * listed separately, unless its content is the same.
 */
function waitingDrafts(server: DraftContent | undefined, here: readonly LocalDraft[]): readonly WaitingDraft[] {
  const latest = here.find(({ version, updateTime }) =>
    server !== undefined && version === server.version && updateTime >= server.updateTime
  )
  const first: readonly WaitingDraft[] = server ? [latest ? { ...latest, isServers: true } : { ...server, isServers: true }] : []
  const said = JSON.stringify(server?.content)
  const others = here.filter((draft) => draft !== latest && JSON.stringify(draft.content) !== said)
  return [...first, ...others.map((draft) => ({ ...draft, isServers: false }))]
}

export type DraftSave = { readonly at: string; readonly where: 'server' | 'here' } | undefined

const path = '/oaserver/user-input-cache'

/**
 * The draft of a new form, or of a filed document being edited: loaded when the form is opened, saved during input, deleted on submission.
 * A document's own draft is applied at once; for a new form, the user is asked. A local copy is always kept, so that a closed window or a
 * network failure loses nothing. Earlier drafts are kept until the user restores or discards them, whatever is saved or submitted
 * meanwhile. The server holds one draft per form: while an earlier one is there, new input is only stored locally unless the user agrees to
 * replace it.
 * @param document the filed document and its round; undefined for a new form
 * @param points points of the document's return, whose ticks are part of the draft
 */
export function useDraft(store: FormStore, document: string | undefined, points: Points) {
  const http = useWritingHttp()
  const ask = useReplaceQuestion()
  const owner = useRead(reads.user)?.id ?? ''
  const names = useMemo(() => ({ businessType: store.form.key, ...(document !== undefined && { document }) }), [store, document])
  const here = useMemo(() => localDrafts(owner, Object.values(names).join(':')), [owner, names])
  const [waiting, setWaiting] = useState<readonly WaitingDraft[]>(none)
  const [conflict, setConflict] = useState<DraftContent>()
  const [saved, setSaved] = useState<DraftSave>()
  const [savedChanges, setSavedChanges] = useState(store.changes)
  /** Ids of this form and its local copy, and the version of the server's draft that it is based on. */
  const own = useRef({ id: newRowId(), form: newRowId(), version: 0 })
  /** The form was filed in another window. */
  const [isFiled, setIsFiled] = useState(false)
  const [opened] = useState({ changes: store.changes, entered: store.entered })
  /** The document's own draft that was applied on opening. */
  const [taken, setTaken] = useState<DraftContent>()
  const running = useRef<Promise<boolean>>(undefined)
  const servers = waiting.find(({ isServers }) => isServers)
  const recount = useRecount()

  const read = useCallback(() => http.get<DraftContent | null>(path, names, { quiet: true }), [http, names])

  const keepHere = useCallback(() => {
    const isKept = here.keep(own.current.id, { ...own.current, content: points.into(store.entered) })
    if (isKept && servers) setSaved({ at: nowOf(new Date()), where: 'here' })
    return isKept
  }, [here, store, servers, points])

  const send = useCallback(() => {
    const { form, version } = own.current
    return http.post<DraftContent | null>(`${path}/save`, { ...names, content: points.into(store.entered), title: titleOf(store.value),
      version, form }, {
      quiet: true,
    })
  }, [http, names, store, points])

  const notSaved = useCallback(async (failure: unknown, changes: number) => {
    const isKept = keepHere()
    if (isKept) setSaved({ at: nowOf(new Date()), where: 'here' })
    const other = isFailure(failure) && failure.kind === 'moved' ? await read().catch(() => null) : null
    if (other) setConflict(other)
    else setSavedChanges(changes)
    return isKept && !other
  }, [keepHere, read])

  const save = useCallback(async () => {
    const { changes } = store
    try {
      const draft = await send()
      if (!draft) {
        setIsFiled(true)
        return keepHere()
      }
      if (own.current.version === 0) recount()
      own.current.version = draft.version
      if (store.changes === changes) here.remove(own.current.id)
      setSaved({ at: draft.updateTime, where: 'server' })
      setSavedChanges(changes)
      return true
    } catch (error) {
      return notSaved(error, changes)
    }
  }, [store, send, here, keepHere, notSaved, recount])

  const saveOnce = useCallback(() => (running.current = save()), [save])

  const load = useCallback(({ content }: DraftContent) => isValue(content) && store.load(points.outOf(content)), [store, points])
  const takeUp = useCallback((draft: WaitingDraft) => {
    own.current = { id: draft.id ?? newRowId(), form: draft.form ?? own.current.form, version: draft.isServers ? draft.version : 0 }
    load(draft)
  }, [load])

  useEffect(() => {
    const left = here.all()
    const look = async () => {
      const found = waitingDrafts((await read().catch(() => null)) ?? undefined, left)
      const [first, ...others] = found
      const isTaken = document !== undefined && first !== undefined && store.changes === opened.changes
      setWaiting(isTaken ? others : found)
      if (!isTaken) return
      takeUp(first)
      setTaken(first)
      setSavedChanges(store.changes)
      setSaved({ at: first.updateTime, where: first.isServers && first.id === undefined ? 'server' : 'here' })
    }
    void look()
  }, [here, read, document, store, takeUp, opened])

  const autosave = useAutosave(store, { keepHere, save: servers || conflict || isFiled ? undefined : saveOnce })

  const forget = (draft: WaitingDraft) => setWaiting((before) => before.filter((each) => each !== draft))
  const remove = () => http.delete(path, names, { quiet: true }).then(recount).catch(() => undefined)

  return {
    /** Earlier drafts to be restored or discarded. */
    waiting,
    /** The draft saved by another window in the meantime. */
    conflict,
    isFiled,
    taken,
    /** Reverts to the document as filed, and deletes its draft. */
    dropTaken() {
      here.remove(own.current.id)
      own.current = { ...own.current, version: 0 }
      setTaken(undefined)
      setSaved(undefined)
      store.load(points.outOf(opened.entered))
      void remove()
    },
    /** Forgets every draft of the form, here and on the server; what is entered afterwards is a new one. */
    async clear(): Promise<void> {
      await running.current
      for (const { id } of here.all()) here.remove(id)
      await remove()
      own.current = { id: newRowId(), form: newRowId(), version: 0 }
      setWaiting(none)
      setConflict(undefined)
      setSaved(undefined)
      setSavedChanges(store.changes)
    },
    saved,
    /** Change count at the last save. */
    savedChanges,
    /**
     * Saves explicitly; asks before an earlier draft on the server is replaced. Returns whether it was saved where intended.
     */
    async save(): Promise<boolean> {
      if (servers && !(await ask(servers))) {
        setSavedChanges(store.changes)
        return keepHere()
      }
      const replaced = conflict ?? servers
      if (replaced) own.current.version = replaced.version
      if (servers?.id !== undefined) here.remove(servers.id)
      setConflict(undefined)
      setWaiting((before) => before.filter(({ isServers }) => !isServers))
      return saveOnce()
    },
    /** Loads a draft; the current input becomes an earlier draft. */
    restore(draft: WaitingDraft) {
      forget(draft)
      const { id, version } = own.current
      const isKept = store.changes > savedChanges && here.keep(id, { ...own.current, content: points.into(store.entered) })
      if (isKept || version > 0) {
        const displaced = { ...(isKept && { id }), content: points.into(store.entered), version, updateTime: nowOf(new Date()),
          isServers: version > 0 }
        setWaiting((before) => [...before, displaced])
      }
      takeUp(draft)
    },
    discard(draft: WaitingDraft) {
      forget(draft)
      if (draft.id !== undefined) here.remove(draft.id)
      if (draft.isServers) void remove()
    },
    /** Replaces the current input by the other window's draft. */
    takeOther() {
      if (conflict) own.current = { ...own.current, version: conflict.version, form: conflict.form ?? own.current.form }
      if (conflict) load(conflict)
      here.remove(own.current.id)
      setConflict(undefined)
    },
    /** Id of this form, sent on submission: the server then deletes its draft and ignores a save that is still in flight. */
    form: () => own.current.form,
    /** Stops saving, after the form was submitted. */
    end() {
      autosave.end()
      here.remove(own.current.id)
      void Promise.resolve(running.current).then(() => here.remove(own.current.id))
    },
  }
}

/** Reads the drafts of the start page and their number again. */
function useRecount(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const counted of ['waiting', 'drafts']) void client.invalidateQueries({ queryKey: [...countsKey, counted] })
  }, [client])
}

/** Asks whether an earlier draft may be replaced; no keeps both. */
function useReplaceQuestion(): (draft: DraftContent) => Promise<boolean> {
  const confirm = useConfirm()
  const { t } = useFormText()
  return useCallback(
    async ({ updateTime }) =>
      await confirm({
        title: t('replaceTitle'),
        content: t('replaceText', { time: updateTime.slice(5, 16) }),
        okText: t('replaceGo'),
        cancelText: t('keepBoth'),
        autoFocusButton: 'cancel',
      }),
    [confirm, t],
  )
}

const none: readonly WaitingDraft[] = []

/** Title for the list of drafts: the typed one; null for a generated one, whose English differs, so that the form's name is shown. */
const titleOf = ({ title, titleEn }: FormValue) =>
  typeof title === 'string' && (typeof titleEn !== 'string' || titleEn === title) ? title.slice(0, 200) : null

const isValue = (content: unknown): content is FormValue => typeof content === 'object' && content !== null && !Array.isArray(content)

/**
 * Delays in ms: after the last change until the local copy (`here`) and until the save (`pause`), and the maximum delay of a save.
 */
const times = { here: 400, pause: 2_000, longest: 5_000 } as const

interface Autosave {
  /** Stores the current input locally. */
  keepHere(): unknown
  /** Saves it on the server; absent while a question to the user is open. */
  readonly save: (() => Promise<unknown>) | undefined
}

/**
 * Stores every change locally almost at once, and saves it a little later (debounced); flushes when the window closes.
 */
function useAutosave(store: FormStore, { keepHere, save }: Autosave): { end(): void } {
  const state = useRef({ kept: store.changes, saved: store.changes, first: 0, isOver: false })
  const latest = useRef({ keepHere, save })
  useEffect(() => {
    latest.current = { keepHere, save }
  })

  useEffect(() => {
    const { current } = state
    const timers: { here?: ReturnType<typeof setTimeout>; save?: ReturnType<typeof setTimeout> } = {}
    const keep = () => {
      if (current.isOver || store.changes === current.kept) return
      current.kept = store.changes
      latest.current.keepHere()
    }
    const saveNow = () => {
      if (current.isOver || store.changes === current.saved || !latest.current.save) return
      current.saved = current.kept = store.changes
      current.first = 0
      void latest.current.save()
    }
    const unsubscribe = store.onEntry(() => {
      if (current.isOver || store.changes === current.saved) return
      current.first ||= Date.now()
      clearTimeout(timers.here)
      clearTimeout(timers.save)
      timers.here = setTimeout(keep, times.here)
      timers.save = setTimeout(saveNow, Math.max(0, Math.min(times.pause, current.first + times.longest - Date.now())))
    })
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timers.here)
      clearTimeout(timers.save)
      keep()
      removeEventListener('pagehide', keep)
      unsubscribe()
    }
  }, [store])

  const end = useCallback(() => {
    state.current.isOver = true
  }, [])
  return { end }
}
