import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useWritingHttp } from '#shell/backend.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { type DraftContent, localDrafts, type WaitingDraft, waitingDrafts } from './local-draft.ts'
import type { FormStore } from '../store/form-store.ts'
import type { Points } from '../ReturnedPoints.tsx'
import { useFormText } from '../text.ts'
import { useAutosave } from './use-autosave.ts'

export type DraftSave = { readonly at: string; readonly where: 'server' | 'here' } | undefined

const path = '/oaserver/user-input-cache'

/**
 * The draft of a new form, or of a filed document that is changed: found when the form is opened, saved while it is filled in, gone
 * when it was submitted. A document's own draft is taken up as it is found; a new form asks. A copy is always on this computer, so that
 * neither a closed window nor a cut line loses anything. Earlier drafts wait until the person restores or discards them: neither
 * saving nor submitting another form of the kind touches them. While the server's one draft of a kind waits, what is entered stays on
 * this computer unless the person replaces it.
 * @param document the filed document and its round; absent for a new form
 * @param points of the document's return, whose ticks are kept in the draft
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
  /** This form's copy on this computer, and the server's draft that it goes on from. */
  const own = useRef({ id: newRowId(), form: newRowId(), version: 0 })
  /** The form was filed in another window. */
  const [isFiled, setIsFiled] = useState(false)
  const [opened] = useState({ changes: store.changes, entered: store.entered })
  /** The document's own draft that was taken up as the form was opened. */
  const [taken, setTaken] = useState<DraftContent>()
  const running = useRef<Promise<boolean>>(undefined)
  const servers = waiting.find(({ isServers }) => isServers)

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
      own.current.version = draft.version
      if (store.changes === changes) here.remove(own.current.id)
      setSaved({ at: draft.updateTime, where: 'server' })
      setSavedChanges(changes)
      return true
    } catch (error) {
      return notSaved(error, changes)
    }
  }, [store, send, here, keepHere, notSaved])

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
  const remove = () => http.delete(path, names, { quiet: true }).catch(() => undefined)

  return {
    /** Earlier drafts that wait to be restored or discarded. */
    waiting,
    /** The draft that another window has saved in the meantime. */
    conflict,
    isFiled,
    taken,
    /** Goes back to the document as it was filed, and drops its draft. */
    dropTaken() {
      here.remove(own.current.id)
      own.current = { ...own.current, version: 0 }
      setTaken(undefined)
      setSaved(undefined)
      store.load(points.outOf(opened.entered))
      void remove()
    },
    saved,
    /** Changes that the last saving held. */
    savedChanges,
    /**
     * Saves on the person's word, who is asked first where that would replace a draft that waits; answers whether it is kept where it was
     * meant to be.
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
    /** Loads a draft; what was entered in its place waits then. */
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
    /** Takes what the other window saved in place of what stands here. */
    takeOther() {
      if (conflict) own.current = { ...own.current, version: conflict.version, form: conflict.form ?? own.current.form }
      if (conflict) load(conflict)
      here.remove(own.current.id)
      setConflict(undefined)
    },
    /** The name of this form, which goes with its submission: the server then keeps no draft of it, nor a saving still on its way. */
    form: () => own.current.form,
    /** The form was submitted: nothing is saved any more. */
    end() {
      autosave.end()
      here.remove(own.current.id)
      void Promise.resolve(running.current).then(() => here.remove(own.current.id))
    },
  }
}

/** Asks whether a draft that waits may be replaced; no keeps both. */
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

/** The title that a draft is listed under: the typed one. A proposed one, of which the English differs, gives way to the form's name. */
const titleOf = ({ title, titleEn }: FormValue) =>
  typeof title === 'string' && (typeof titleEn !== 'string' || titleEn === title) ? title.slice(0, 200) : null

const isValue = (content: unknown): content is FormValue => typeof content === 'object' && content !== null && !Array.isArray(content)
