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
import { memoryOf } from './memory.ts'
import { createPassQueue, type PassQueue, type PassResult, type QueueState } from './pass-queue.ts'

/** The queue of passes, and what of it is counting, waiting, gone and refused. */
export interface Passing {
  readonly queue: PassQueue
  readonly state: QueueState
}

export const PassQueueContext = createContext<Passing | undefined>(undefined)

/** Returns the queue of the signed-in person's passes, one for all pages. @throws Error outside of the shell */
export function usePassQueue(): Passing {
  const passing = useContext(PassQueueContext)
  if (!passing) throw new Error('outside of the shell')
  return passing
}

/** No answer came: whether it was done is not known, and asking again with the same key is safe. */
const unanswered = new Set(['network', 'timeout', 'cancelled', 'signedOut'])

/**
 * Makes the queue of passes. Hiding or closing the window and signing out send at once; a connection that comes back is used. A notice of
 * what the server refused leads back to the document, where the opinion is kept; the opinion of what was passed is forgotten.
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

/** A text in the language of the moment: answers come when the page that asked has long been left. */
const said = (key: DocumentsTextKey, parameters?: Parameters): string => {
  const locale = currentLocale()
  return fillText((locale === 'cn' ? cn : en)[key], parameters, locale)
}

/** The outcome of a failure for the task; `otherwise` is said where the server gave no reason. */
function resultOf(error: unknown, otherwise: string): PassResult {
  if (!isFailure(error)) return { refused: otherwise }
  if (unanswered.has(error.kind)) return 'unanswered'
  return { refused: error.fields[0]?.message ?? (error.message || otherwise) }
}
