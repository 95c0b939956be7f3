import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Parameters } from '#kernel/errors.ts'
import { fillText } from '#kernel/wording/translate.ts'
import { useKeys } from '#shell/keys.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { useBackend, useWritingHttp } from '#shell/backend.ts'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { forgetDraft } from '#shell/detail/task-draft.tsx'
import { isFailure } from '#providers/failure.ts'
import { randomKey } from '#providers/http/request.ts'
import { currentLocale } from '#providers/i18n.ts'
import { type DocumentsTextKey, useDocumentsText, cn, en } from '../texts.ts'
import { createPassQueue, type PassQueue, type PassResult, type QueuedPass, type QueueState, undoTime } from './pass-queue.ts'
import './batch.css'

/** The queue of passes and its current state. */
interface Passing {
  readonly queue: PassQueue
  readonly state: QueueState
}

const PassQueueContext = createContext<Passing | undefined>(undefined)

/** The queue of the signed-in person's passes, shared by all pages. @throws Error outside of the shell */
export function usePassQueue(): Passing {
  const passing = useContext(PassQueueContext)
  if (!passing) throw new Error('outside of the shell')
  return passing
}

/** Failures without an answer: the outcome is unknown, and a retry with the same idempotency key is safe. */
const unanswered = new Set(['network', 'timeout', 'cancelled', 'signedOut'])

/**
 * Creates the queue of passes. Everything is sent at once when the window is hidden or closed, and on sign-out; unanswered passes are
 * retried when the connection returns. The notice of a refusal links to the document, where the draft is kept; drafts of passed tasks are
 * deleted.
 */
function useNewPassQueue(person: string): Passing {
  const { reactions, session } = useBackend()
  const http = useWritingHttp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [queue] = useState(() =>
    createPassQueue({
      makeKey: randomKey,
      memory: memoryOf(person),
      async send({ task, comment, key, body, number }): Promise<PassResult> {
        try {
          const { outcome, message } = await http.act('/workflow/pass', { ...body, taskId: task, ...(comment && { comment }) }, {
            quiet: true,
            key,
            keepalive: true,
          })
          if (outcome === 'moved')
            reactions.notify({ kind: 'moved', text: number === undefined ? message : said('batch.moved', { number, reason: message }) })
          return 'done'
        } catch (error) {
          return resultOf(error, said('batch.notPassed'))
        }
      },
      onAnswered(results) {
        refreshDocuments(client)
        for (const { passing } of results.filter(({ result }) => result === 'done')) forgetDraft(passing.task)
        const [first] = results.flatMap((
          { passing, result },
        ) => (typeof result === 'object' ? [{ ...passing, reason: result.refused }] : []))
        if (!first) return
        const { number, title, address, reason } = first
        reactions.notify({ kind: 'refused', text: said('batch.refused', { title: number ?? title, reason }),
          ...(address !== undefined && { open: () => void navigate(address) }) })
      },
    })
  )
  useEffect(() => {
    const leave = () => queue.sendNow({ leaving: true })
    const hide = () => document.visibilityState === 'hidden' && leave()
    const retry = () => queue.sendNow()
    addEventListener('pagehide', leave)
    addEventListener('online', retry)
    document.addEventListener('visibilitychange', hide)
    const stay = session.beforeSignOut(queue.settle)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', hide)
      stay()
      leave()
    }
  }, [queue, session])
  const state = useSyncExternalStore(queue.subscribe, queue.snapshot)
  return { queue, state }
}

/** A text in the current language, without hooks: answers may arrive after the page has been left. */
const said = (key: DocumentsTextKey, parameters?: Parameters): string => {
  const locale = currentLocale()
  return fillText((locale === 'cn' ? cn : en)[key], parameters, locale)
}

/** The result of a failed call; `otherwise` is the reason if the server gave none. */
function resultOf(error: unknown, otherwise: string): PassResult {
  if (!isFailure(error)) return { refused: otherwise }
  if (unanswered.has(error.kind)) return 'unanswered'
  return { refused: error.fields[0]?.message ?? (error.message || otherwise) }
}

/** A person's unanswered passes in session storage, which survives a reload. */
function memoryOf(person: string) {
  const place = `oa.passing.${person}`
  return {
    read(): readonly QueuedPass[] {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
        return Array.isArray(kept) ? kept.filter(isPassing) : []
      } catch {
        return []
      }
    },
    write(passings: readonly QueuedPass[]): void {
      if (passings.length === 0) sessionStorage.removeItem(place)
      else sessionStorage.setItem(place, JSON.stringify(passings))
    },
  }
}

const isPassing = (value: unknown): value is QueuedPass =>
  typeof value === 'object' && value !== null && 'task' in value && 'key' in value && 'comment' in value && 'title' in value

/** Provides the queue of passes to all pages, so that a pass can be undone on any page. */
export function PassQueueProvider({ children }: { children: ReactNode }) {
  const { queue, state } = useNewPassQueue(useRead(reads.user)?.id ?? '')
  useKeys({ z: queue.undo })
  return (
    <PassQueueContext value={useMemo(() => ({ queue, state }), [queue, state])}>
      {children}
      <UndoToast queue={queue} state={state} />
    </PassQueueContext>
  )
}

/** The toast with the countdown to undo a pass; or the number of passes that wait for a connection. */
function UndoToast(
  { queue, state: { counting, waiting } }: { queue: Pick<PassQueue, 'undo' | 'shown' | 'sendNow'>; state: QueueState },
) {
  const { t } = useDocumentsText()
  if (counting) return <Counting key={counting.first} {...counting} onShown={queue.shown} onUndo={queue.undo} />
  if (waiting === 0) return null
  return (
    <div className="oa-undo elevated framed round-8 raised gap-10 row" role="status">
      <span>{t('batch.waiting', { count: waiting })}</span>
      <button type="button" className="plain" onClick={() => queue.sendNow()}>{t('batch.retry')}</button>
    </div>
  )
}

interface CountingProps extends NonNullable<QueueState['counting']> {
  onShown(): void
  onUndo(): void
}

function Counting({ count, number, endsAt, onShown, onUndo }: CountingProps) {
  useEffect(onShown, [onShown])
  const { t } = useDocumentsText()
  const seconds = useSecondsTo(endsAt)
  const [counted, said] = number === undefined
    ? [t('batch.counting', { count, seconds }), t('batch.said', { count, seconds: wholeSeconds })]
    : [t('batch.countingOne', { number, seconds }), t('batch.saidOne', { number, seconds: wholeSeconds })]
  return (
    <div className="oa-undo elevated framed round-8 raised gap-10 row">
      <span className="oa-undo-ring circle" aria-hidden style={{ animationDuration: `${undoTime}ms` }} />
      <span aria-hidden className="num">{counted}</span>
      <span className="unseen" role="status">{said}</span>
      <button type="button" className="plain" aria-keyshortcuts="Z" onClick={onUndo}>
        {t('batch.undo')} <kbd className="third" aria-hidden>Z</kbd>
      </button>
    </div>
  )
}

const wholeSeconds = undoTime / 1_000

/** Seconds left until `end`, rounded up. */
function useSecondsTo(end: number): number {
  const left = () => Math.max(0, Math.ceil((end - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1_000))), 250)
    return () => clearInterval(timer)
  }, [end])
  return seconds
}
