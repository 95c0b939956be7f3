import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { Http } from '#providers/http.ts'
import { useHttp } from '../backend.ts'
import { type Problems, type RefusalOptions, refusalOf } from './refusal.ts'

export interface CommandOptions extends RefusalOptions {
  /** Queries that are read again afterwards, also after a refusal: somebody else may have been faster. */
  readonly touches?: readonly QueryKey[]
  /** Sentence for an error that is no failure of a call, e.g. of a file that cannot be read; without it the error is thrown. */
  readonly unexplained?: string
  /** Shows a refusal elsewhere, e.g. in a form's store; true when nothing of it is left to say here. */
  refused?(error: unknown): boolean
}

type Send<Answer> = (http: Http) => Promise<Answer>

export interface Command {
  readonly isPending: boolean
  /** Sentences of the last refusal by field; of no field under ''. */
  readonly problems: Problems
  setProblems(problems: Problems): void
  /**
   * Sends a change, reads again what it touches, then calls `done`. Answers whether it was done: not after a refusal,
   * and not while an earlier change is under way. A call that is not `quiet` has shown its failure already.
   */
  run<Answer>(send: Send<Answer>, done?: (answer: Answer) => unknown): Promise<boolean>
}

const none: Problems = {}

/** Changes something on the server: pending state, one at a time, a refusal at its fields, and queries read again. The client keeps the idempotency key until it is answered. */
export function useCommand({ touches = [], unexplained, refused, ...places }: CommandOptions = {}): Command {
  const http = useHttp()
  const client = useQueryClient()
  const [problems, setProblems] = useState(none)
  const isUnderWay = useRef(false)
  const { mutateAsync, isPending } = useMutation({
    // the client tells that the network is away; a paused mutation would be sent later, unseen
    networkMode: 'always',
    mutationFn: (send: Send<unknown>) => send(http),
    onError: (error) => {
      if (refused?.(error) !== true) setProblems(refusalOf(error, places) ?? (unexplained === undefined ? none : { '': unexplained }))
    },
    onSettled: () => Promise.all(touches.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const attempt = async <Answer>(send: Send<Answer>): Promise<{ readonly answer: Answer } | undefined> => {
    try {
      return { answer: (await mutateAsync(send)) as Answer }
    } catch (error) {
      if (unexplained === undefined && !isFailure(error)) throw error
      return undefined
    }
  }
  const run = async <Answer>(send: Send<Answer>, done?: (answer: Answer) => unknown): Promise<boolean> => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    try {
      setProblems(none)
      const sent = await attempt(send)
      if (sent) await done?.(sent.answer)
      return sent !== undefined
    } finally {
      isUnderWay.current = false
    }
  }
  return { isPending, problems, setProblems, run }
}
