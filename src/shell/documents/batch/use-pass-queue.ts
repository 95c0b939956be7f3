import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isFailure } from '#providers/failure.ts'
import { randomKey } from '#providers/http/idempotency.ts'
import { useBackend, useWritingHttp } from '#shell/backend.ts'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { useDocumentsText } from '../text.ts'
import { memoryOf } from './memory.ts'
import { createPassQueue, type PassQueue, type PassResult, type QueueState } from './pass-queue.ts'

/** No answer came: whether it was done is not known, and asking again with the same key is safe. */
const unanswered = new Set(['network', 'timeout', 'cancelled', 'signedOut'])

/**
 * The page's queue of tasks that are passed together. Leaving the page, switching to another tab of the shell and closing
 * the window send at once; a connection that comes back is used.
 */
export function usePassQueue(person: string): { queue: PassQueue; state: QueueState } {
  const { reactions } = useBackend()
  const http = useWritingHttp()
  const client = useQueryClient()
  const { t } = useDocumentsText()
  const [queue] = useState(() =>
    createPassQueue({
      makeKey: randomKey,
      memory: memoryOf(person),
      async send({ task, comment, key }): Promise<PassResult> {
        try {
          const { outcome, message } = await http.act('/workflow/pass', { taskId: task, ...(comment && { comment }) }, { quiet: true, key,
            keepalive: true })
          if (outcome === 'moved') reactions.notify({ kind: 'moved', text: message })
          return 'done'
        } catch (error) {
          return resultOf(error, t('batch.notPassed'))
        }
      },
      onAnswered(results) {
        refreshDocuments(client)
        const [first] = results.flatMap(({ passing, result }) => (typeof result === 'object' ? [{ passing, result }] : []))
        if (first) reactions.notify({ kind: 'refused',
            text: t('batch.refused', { title: first.passing.title, reason: first.result.refused }) })
      },
    })
  )
  useEffect(() => {
    const leave = () => queue.sendNow({ leaving: true })
    const retry = () => queue.sendNow()
    addEventListener('pagehide', leave)
    addEventListener('online', retry)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('online', retry)
      // the page is hidden behind another tab, or closed
      queue.sendNow()
    }
  }, [queue])
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.snapshot) }
}

/** The outcome of a failure for the task; `otherwise` is said where the server gave no reason. */
function resultOf(error: unknown, otherwise: string): PassResult {
  if (!isFailure(error)) return { refused: otherwise }
  if (unanswered.has(error.kind)) return 'unanswered'
  return { refused: error.fields[0]?.message ?? (error.message || otherwise) }
}
