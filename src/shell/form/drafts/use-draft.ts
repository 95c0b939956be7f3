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
import { useFormText } from '../text.ts'
import { useAutosave } from './use-autosave.ts'

export type DraftSave = { readonly at: string; readonly where: 'server' | 'here' } | undefined

const path = '/oaserver/user-input-cache'

/**
 * The draft of a new form: found when the form is opened, saved while it is filled in, gone when it was submitted.
 * A copy is always on this computer, so that neither a closed window nor a cut line loses anything. Earlier drafts wait
 * until the person restores or discards them: neither saving nor submitting another form of the kind touches them. The
 * server keeps one draft of a kind; while that waits, what is entered stays on this computer unless the person replaces it.
 */
export function useDraft(store: FormStore, isWanted: boolean) {
  const http = useWritingHttp()
  const ask = useReplaceQuestion()
  const owner = useRead(reads.user)?.id ?? ''
  const here = useMemo(() => localDrafts(owner, store.form.key), [owner, store])
  const [waiting, setWaiting] = useState<readonly WaitingDraft[]>(none)
  const [conflict, setConflict] = useState<DraftContent>()
  const [saved, setSaved] = useState<DraftSave>()
  const [savedChanges, setSavedChanges] = useState(store.changes)
  /** This form's copy on this computer, and the server's draft that it goes on from. */
  const own = useRef({ id: newRowId(), version: 0 })
  const running = useRef<Promise<boolean>>(undefined)
  const servers = waiting.find(({ isServers }) => isServers)

  const read = useCallback(() => http.get<DraftContent | null>(path, { businessType: store.form.key }, { quiet: true }), [http, store])

  const keepHere = useCallback(() => {
    const isKept = here.keep(own.current.id, store.entered, own.current.version)
    if (isKept && servers) setSaved({ at: nowOf(new Date()), where: 'here' })
    return isKept
  }, [here, store, servers])

  const save = useCallback(async () => {
    const { changes } = store
    try {
      const draft = await http.post<DraftContent>(`${path}/save`, { businessType: store.form.key, content: store.entered,
        title: titleOf(store.value), version: own.current.version }, {
        quiet: true,
      })
      own.current.version = draft.version
      if (store.changes === changes) here.remove(own.current.id)
      setSaved({ at: draft.updateTime, where: 'server' })
      setSavedChanges(changes)
      return true
    } catch (error) {
      const isKept = keepHere()
      if (isKept) setSaved({ at: nowOf(new Date()), where: 'here' })
      const other = isFailure(error) && error.kind === 'moved' ? await read().catch(() => null) : null
      if (other) setConflict(other)
      else setSavedChanges(changes)
      return isKept && !other
    }
  }, [http, store, here, keepHere, read])

  const saveOnce = useCallback(() => (running.current = save()), [save])

  useEffect(() => {
    if (!isWanted) return
    const left = here.all()
    const look = async () => setWaiting(waitingDrafts((await read().catch(() => null)) ?? undefined, left))
    void look()
  }, [isWanted, here, read])

  const autosave = useAutosave(store, isWanted, { keepHere, save: servers || conflict ? undefined : saveOnce })

  const forget = (draft: WaitingDraft) => setWaiting((before) => before.filter((each) => each !== draft))
  const remove = () => http.delete(path, { businessType: store.form.key }, { quiet: true }).catch(() => undefined)
  const load = ({ content }: DraftContent) => isValue(content) && store.load(content)

  return {
    /** Earlier drafts that wait to be restored or discarded. */
    waiting,
    /** The draft that another window has saved in the meantime. */
    conflict,
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
      const isKept = store.changes > savedChanges && here.keep(id, store.entered, version)
      if (isKept || version > 0) {
        const displaced = { ...(isKept && { id }), content: store.entered, version, updateTime: nowOf(new Date()), isServers: version > 0 }
        setWaiting((before) => [...before, displaced])
      }
      own.current = { id: draft.id ?? newRowId(), version: draft.isServers ? draft.version : 0 }
      load(draft)
    },
    discard(draft: WaitingDraft) {
      forget(draft)
      if (draft.id !== undefined) here.remove(draft.id)
      if (draft.isServers) void remove()
    },
    /** Takes what the other window saved in place of what stands here. */
    takeOther() {
      if (conflict) own.current.version = conflict.version
      if (conflict) load(conflict)
      here.remove(own.current.id)
      setConflict(undefined)
    },
    /** Version of the server's draft that the form goes on from, which goes with its submission; undefined where there is none. */
    version: () => (!servers && !conflict && own.current.version > 0 ? own.current.version : undefined),
    /** The form was submitted with this version of its draft: nothing is saved any more. */
    end(submitted: number | undefined) {
      autosave.end()
      here.remove(own.current.id)
      const isServers = !servers && !conflict
      void Promise.resolve(running.current).then(() => {
        here.remove(own.current.id)
        // a draft that was being saved meanwhile is newer than the version that went with the submission
        return isServers && own.current.version > (submitted ?? 0) ? remove() : undefined
      })
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

const titleOf = ({ title }: FormValue) => (typeof title === 'string' ? title.slice(0, 200) : null)

const isValue = (content: unknown): content is FormValue => typeof content === 'object' && content !== null && !Array.isArray(content)
