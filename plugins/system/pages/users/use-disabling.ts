import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { organisationKey } from '../organisation/calls.ts'
import type { Succession } from '../organisation/HandOverFields.tsx'
import { handOver, heldDocuments } from '../organisation/hand-over.ts'
import { userPath, users } from './users.ts'

export interface DisableRequest {
  /** yyyy-MM-dd; with it, they have left. */
  readonly leavingDate: unknown
  /** The successor for what waits for them. */
  readonly succession: Succession
}

/** Hands over what waits for people and ends their sign-ins, one after the other; whoever is refused is said with the reason. */
export function useDisabling(chosen: readonly UserAnswer[], onDone: () => void) {
  const { run, isPending } = useCommand({ touches: [[users], organisationKey] })
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const left = chosen.filter(({ id }) => !done.has(id))
  const send = async (http: WritingHttp, order: DisableRequest) => {
    const refused = new Map<string, string>()
    for (const user of left) {
      const problem = await disableOne(http, user, order)
      if (problem === undefined) setDone((before) => new Set([...before, user.id]))
      else refused.set(user.id, problem)
    }
    setProblems(refused)
    return refused.size === 0
  }
  const disable = (order: DisableRequest) => run((http) => send(http, order), (isComplete) => isComplete && onDone())
  return { left, problems, isSending: isPending, disable }
}

/** The reason for which somebody could not be disabled; undefined when they are. */
export async function disableOne(http: Pick<WritingHttp, 'query' | 'post' | 'put'>, { id, version }: UserAnswer,
  { leavingDate, succession: { to, comment } }: DisableRequest): Promise<string | undefined> {
  try {
    const refused: string[] = []
    const documents = to === null ? [] : await heldDocuments(http, id)
    if (to !== null && documents.length > 0) {
      await handOver(http, { from: id, to, comment }, documents.map((document) => document.id), (answers) =>
        void refused.push(...answers.flatMap(({ reason }) => reason ?? [])))
    }
    // with a task that could not be handed over, they stay until somebody has looked at it
    if (refused.length > 0) return [...new Set(refused)].join(' ')
    await http.put(`${userPath}/${id}/enable`, { enable: false, version, leavingDate }, { quiet: true })
    return undefined
  } catch (error) {
    if (!isFailure(error)) throw error
    return error.message
  }
}
