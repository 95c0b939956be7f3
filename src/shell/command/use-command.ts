import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend, useWritingHttp } from '../backend.ts'

/** One message per field; `''` has the message without field. */
export type Problems = Readonly<Record<string, string>>

/** All messages per field, in the order of the answer. */
type Sentences = Readonly<Record<string, readonly string[]>>

interface RefusalOptions {
  /** Maps a field of the call to a field of the page; '' for none. @default same name */
  readonly place?: (name: string) => string
  /** Message for a record changed by another person. @default the server's */
  readonly moved?: string
}

/** The messages of a failed call by field; undefined for an error that is not a failed call. */
function sentencesOf(error: unknown, { place = (name) => name, moved }: RefusalOptions = {}): Sentences | undefined {
  if (!isFailure(error)) return undefined
  if (error.kind === 'moved' && moved !== undefined) return { '': [moved] }
  if (error.fields.length === 0) return { '': [error.message] }
  const placed = error.fields.map(({ name, message }) => ({ name: place(name), message }))
  return Object.fromEntries(placed.map(({ name }) => [name, messagesAt(placed, name)]))
}

const messagesAt = (placed: readonly { readonly name: string; readonly message: string }[], name: string): readonly string[] => [
  ...new Set(placed.filter((each) => each.name === name).map(({ message }) => message)),
]

/** The first message of each field; those without field are joined. */
const problemsOf = (sentences: Sentences): Problems =>
  Object.fromEntries(
    Object.entries(sentences).flatMap(([name, [first, ...more]]) =>
      first === undefined ? [] : [[name, name === '' ? [first, ...more].join(' ') : first]]
    ),
  )

/** The messages of a failed call, reduced by {@link problemsOf}. */
export function refusalOf(error: unknown, options?: RefusalOptions): Problems | undefined {
  const sentences = sentencesOf(error, options)
  return sentences && problemsOf(sentences)
}

/** The server's reason for a refusal; `otherwise` for other errors. */
export const reasonOf = (error: unknown, otherwise: string): string =>
  isFailure(error) && error.kind === 'refused' ? error.message : otherwise

export interface CommandOptions extends RefusalOptions {
  /** Queries to invalidate afterwards, also after a refusal, which may be due to another person's change. */
  readonly touches?: readonly QueryKey[]
  /** Message for an error that is not a failed call, e.g. an unreadable file. @default the error is rethrown */
  readonly unexplained?: string
  /** Queues a further change behind the running one. @default the further one is dropped */
  readonly isQueued?: boolean
  /** Shows a refusal elsewhere, e.g. in the form store; returns true if it was shown completely. */
  refused?(error: unknown): boolean
}

type Send<Answer> = (http: WritingHttp) => Promise<Answer>

/** Effects of a change, before and after its success. */
export interface CommandOutcome<Answer> {
  /** Applied at once, rolled back on a refusal. */
  readonly optimistic?: Optimistic | undefined
  /** Notice on success. */
  readonly success?: string | ((answer: Answer) => string) | undefined
  /** Offered in the notice. */
  undo?(): void
  done?(answer: Answer): unknown
}

export interface Command {
  readonly isPending: boolean
  /** Messages of the last refusal by field; '' without field. */
  readonly problems: Problems
  /** All messages of the last refusal, for fields with several. */
  readonly sentences: Sentences
  setProblems(problems: Problems): void
  /**
   * Sends a change, invalidates the touched queries, shows the success notice and calls `done`. Returns whether it was done: false after a
   * refusal, or while an earlier change is running. A failure is already shown, unless the call is `quiet`.
   */
  run<Answer>(send: Send<Answer>, outcome?: CommandOutcome<Answer> | CommandOutcome<Answer>['done']): Promise<boolean>
}

/** The running and queued changes. */
interface CommandQueue {
  count: number
  last: Promise<unknown>
}

const none: Sentences = {}

/**
 * A mutation with pending state, one at a time, refusals at fields, and query invalidation. The client keeps the idempotency key until an
 * answer arrives.
 */
export function useCommand({ touches = [], unexplained, isQueued = false, refused, ...places }: CommandOptions = {}): Command {
  const http = useWritingHttp()
  const { reactions } = useBackend()
  const client = useQueryClient()
  const [sentences, setSentences] = useState(none)
  const problems = useMemo(() => problemsOf(sentences), [sentences])
  const line = useRef<CommandQueue>({ count: 0, last: Promise.resolve() })
  const { mutateAsync, isPending } = useMutation({
    // the client reports a missing network; a paused mutation would be sent later without notice
    networkMode: 'always',
    mutationFn: (send: Send<unknown>) => send(http),
    onError: (error) => {
      if (refused?.(error) !== true) setSentences(sentencesOf(error, places) ?? (unexplained === undefined ? none : { '': [unexplained] }))
    },
    // of queued changes, only the last one invalidates
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

/** An optimistic update of a query's data. */
interface Optimistic {
  readonly queryKey: QueryKey
  change(known: never): unknown
}

/** Applies an optimistic update and cancels running reads of the query; returns the rollback. */
function showOptimistically(client: QueryClient, { queryKey, change }: Optimistic): () => void {
  void client.cancelQueries({ queryKey })
  const before = client.getQueryData(queryKey)
  if (before === undefined) return () => undefined
  client.setQueryData(queryKey, change(before as never))
  return () => void client.setQueryData(queryKey, before)
}

type SendInBackground = (http: WritingHttp) => Promise<unknown>

/** Sends a call in the background, e.g. a read receipt; failures are ignored. */
export function useBackgroundCall(): (send: SendInBackground) => Promise<void> {
  const http = useWritingHttp()
  return useCallback((send) => send(http).then(() => undefined, () => undefined), [http])
}
