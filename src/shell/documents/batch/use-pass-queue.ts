import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { Parameters } from '#kernel/errors.ts'
import { fillText } from '#kernel/wording/translate.ts'
import { isFailure } from '#providers/failure.ts'
import { randomKey } from '#providers/http/idempotency.ts'
import { currentLocale } from '#providers/i18n.ts'
import { useBackend, useWritingHttp } from '#shell/backend.ts'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { forgetDraft } from '#shell/detail/task-draft.tsx'
import { cn } from '../locales/cn.ts'
import { en } from '../locales/en.ts'
import type { DocumentsTextKey } from '../text.ts'
import { createPassQueue, type PassQueue, type PassResult, type QueueState, type QueuedPass } from './pass-queue.ts'

/** The queue of passes and its current state. */
export interface Passing {
  readonly queue: PassQueue
  readonly state: QueueState
}

export const PassQueueContext = createContext<Passing | undefined>(undefined)

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
export function useNewPassQueue(person: string): Passing {
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
