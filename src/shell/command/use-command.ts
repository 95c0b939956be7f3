import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend, useWritingHttp } from '../backend.ts'
import { type Optimistic, showOptimistically } from './optimistic.ts'
import { type Problems, problemsOf, type RefusalOptions, type Sentences, sentencesOf } from './refusal.ts'

export interface CommandOptions extends RefusalOptions {
  /** Queries that are read again afterwards, also after a refusal: somebody else may have been faster. */
  readonly touches?: readonly QueryKey[]
  /** Sentence for an error that is no failure of a call, e.g. of a file that cannot be read; without it the error is thrown. */
  readonly unexplained?: string
  /** A further change waits for the one under way; without it, the further one is left out. */
  readonly isQueued?: boolean
  /** Shows a refusal elsewhere, e.g. in a form's store; true when nothing of it is left to say here. */
  refused?(error: unknown): boolean
}

type Send<Answer> = (http: WritingHttp) => Promise<Answer>

/** The outcome of a change, before and after its answer. */
export interface CommandOutcome<Answer> {
  /** Shown at once, and taken back when the change is refused. */
  readonly optimistic?: Optimistic | undefined
  /** Shown as a notice when it is done. */
  readonly success?: string | ((answer: Answer) => string) | undefined
  /** Offered with the notice. */
  undo?(): void
  done?(answer: Answer): unknown
}

export interface Command {
  readonly isPending: boolean
  /** Sentences of the last refusal by field; of no field under ''. */
  readonly problems: Problems
  /** All sentences of the last refusal, where a field has several. */
  readonly sentences: Sentences
  setProblems(problems: Problems): void
  /**
   * Sends a change, reads again what it touches, shows its success and calls `done`. Answers whether it was done: not after
   * a refusal, and not while an earlier change is under way. A call that is not `quiet` has shown its failure already.
   */
  run<Answer>(send: Send<Answer>, outcome?: CommandOutcome<Answer> | CommandOutcome<Answer>['done']): Promise<boolean>
}

/** The changes that are under way or wait. */
interface CommandQueue {
  count: number
  last: Promise<unknown>
}

const none: Sentences = {}

/**
 * Changes something on the server: pending state, one at a time, a refusal at its fields, and queries read again. The client keeps the
 * idempotency key until it is answered.
 */
export function useCommand({ touches = [], unexplained, isQueued = false, refused, ...places }: CommandOptions = {}): Command {
  const http = useWritingHttp()
  const { reactions } = useBackend()
  const client = useQueryClient()
  const [sentences, setSentences] = useState(none)
  const problems = useMemo(() => problemsOf(sentences), [sentences])
  const line = useRef<CommandQueue>({ count: 0, last: Promise.resolve() })
  const { mutateAsync, isPending } = useMutation({
    // the client tells that the network is away; a paused mutation would be sent later, unseen
    networkMode: 'always',
    mutationFn: (send: Send<unknown>) => send(http),
    onError: (error) => {
      if (refused?.(error) !== true) setSentences(sentencesOf(error, places) ?? (unexplained === undefined ? none : { '': [unexplained] }))
    },
    // of changes that wait for each other, the last one tells what holds
    onSettled: () => line.current.count > 1 ? undefined : Promise.all(touches.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const attempt = async <Answer>(send: Send<Answer>): Promise<{ readonly answer: Answer } | undefined> => {
    try {
      return { answer: (await mutateAsync(send)) as Answer }
    } catch (error) {
      if (unexplained === undefined && !isFailure(error)) throw error
      return undefined
    }
  }
  const change = async <Answer>(send: Send<Answer>, { success, undo, done }: CommandOutcome<Answer>): Promise<boolean> => {
    setSentences(none)
    const sent = await attempt(send)
    if (sent && success !== undefined)
      reactions.notify({ kind: 'success', text: typeof success === 'string' ? success : success(sent.answer), ...(undo && { undo }) })
    if (sent) await done?.(sent.answer)
    return sent !== undefined
  }
  const begin: Command['run'] = async (send, options = {}) => {
    const { current } = line
    if (current.count > 0 && !isQueued) return false
    const outcome = typeof options === 'function' ? { done: options } : options
    const takeBack = outcome.optimistic && showOptimistically(client, outcome.optimistic)
    const sending: typeof send = takeBack ? (to) => withRollback(send(to), takeBack) : send
    current.count += 1
    const running = current.count > 1 ? current.last.then(() => change(sending, outcome)) : change(sending, outcome)
    current.last = running.catch(() => undefined)
    return running.finally(() => (current.count -= 1))
  }
  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  const run = useCallback<Command['run']>((send, outcome) => latest.current(send, outcome), [])
  const setProblems = useCallback((problems: Problems) => setSentences(mapped(problems)), [])
  return { isPending, problems, sentences, setProblems, run }
}

const mapped = (problems: Problems): Sentences => Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [problem]]))

async function withRollback<Answer>(answer: Promise<Answer>, takeBack: () => void): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    takeBack()
    throw error
  }
}
