import { setTimeout as sleep } from 'node:timers/promises'
import { personId } from '../company/save-company.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Killable, CallRequest } from '../testing-killable.ts'
import { type } from './testing.ts'

/** Something that was done to a claim: who put which entry into its history. */
export interface HistoryMove {
  readonly document: string
  readonly event: string
  readonly by: string
}

interface Task {
  readonly taskId: string
  readonly procInstId: string
}

/** Claims that were filed, and what they are filed with. */
export interface Claims {
  readonly ids: () => readonly string[]
  readonly business: (id: string) => FormValue
}

type MoveRequest = Omit<CallRequest, 'by' | 'key'> & { readonly event: string }

/** Returns whether a call made its entry: an early reminder makes none, nor does a proposal that the document had overtaken. */
const isMade = ({ code, data }: { readonly code: number; readonly data?: unknown }): boolean =>
  code === 200 && data !== false && (data as { readonly outcome?: string } | null)?.outcome !== 'lapsed'

/** People who do one thing after the other to claims until they are stopped; a call whose answer is lost is sent again with its key. */
export function movers({ ask }: Killable, isOver: () => boolean, claims: Claims) {
  const acknowledged: HistoryMove[] = []
  const unknown: HistoryMove[] = []
  const tasks: Task[] = []
  let calls = 0

  /** Sends a call until it is answered; undefined where the load ends before. */
  const send = async (call: Omit<CallRequest, 'key'>) => {
    const key = `move-${(calls += 1)}`
    for (;;) {
      const answer = await ask({ ...call, key })
      if (answer || isOver()) return answer
      await sleep(30)
    }
  }

  const act = async (document: string, by: string, { event, ...call }: MoveRequest) => {
    const move = { document, event, by: personId(by) }
    const first = await send({ ...call, by })
    const proposal = (first?.data as { proposal?: { id: string } | null } | null | undefined)?.proposal
    // claims move money: what an administrator proposes is done once finance has confirmed it
    const answer = proposal ? await send({ by: 'finance', path: '/workflow/intervention/confirm', body: { id: proposal.id } }) : first
    if (!answer) unknown.push(move)
    else if (isMade(answer)) acknowledged.push(move)
  }

  return {
    acknowledged,
    unknown,
    /** Does in turn what may be done with a task that waits for a person. */
    async approver(by: string, turn: number) {
      for (let count = turn; !isOver(); await sleep(20)) {
        const answer = await ask({ by, path: '/workflow/tasks/todoList', body: { size: 5, figures: false } })
        for (const task of (answer?.data as { records: Task[] } | undefined)?.records ?? []) {
          if (isOver()) return
          tasks.push(task)
          for (const call of onTask[(count += 1) % onTask.length]!(task)) await act(task.procInstId, by, call)
        }
      }
    },
    /** Does in turn what the initiator may do with a claim. */
    async initiator(by: string) {
      const again = (id: string): MoveRequest => ({ path: `/oaserver/${type}/apply`,
        body: { operate: 'edit', businessKey: id, business: claims.business(id) }, event: 'started' })
      for (let count = 0; !isOver(); count += 1, await sleep(20)) {
        const document = claims.ids()[count % Math.max(1, claims.ids().length)]
        if (document !== undefined)
          await act(document, by, [...byInitiator.map((call) =>
            call(document)
          ), again(document), again(document)][count % (byInitiator.length + 2)]!)
      }
    },
    /** Does in turn what an administrator of flows may do with a claim that somebody has waiting. */
    async administrator(by: string) {
      for (let count = 0; !isOver(); count += 1, await sleep(60)) {
        const task = tasks.at(-1 - (count % 3))
        if (task) await act(task.procInstId, by, byAdministrator[count % byAdministrator.length]!(task))
      }
    },
  }
}

const comment = '负载下'
const pass = ({ taskId }: Task): MoveRequest => ({ path: '/workflow/pass', body: { taskId, comment }, event: 'passed' })
const countersign = ({ taskId }: Task): MoveRequest => ({ path: '/workflow/countersign',
  body: { taskId, orderType: 2, assigneeList: [personId('rd'), personId('head')] }, event: 'countersigned' })

/** Most are passed, so that claims reach every node. */
const onTask: readonly ((task: Task) => readonly MoveRequest[])[] = [
  (task) => [pass(task)],
  (task) => [{ path: '/workflow/transfer', body: { taskId: task.taskId, assignee: personId('head') }, event: 'transferred' }],
  (task) => [pass(task)],
  (task) => [countersign(task)],
  (task) => [pass(task)],
  (task) => [{ path: '/workflow/v2/back', body: { taskId: task.taskId, desNodeId: 'start', comment }, event: 'returned' }],
  (task) => [countersign(task), { path: '/workflow/cancelCountersign', body: { taskId: task.taskId }, event: 'countersignCancelled' }],
  (task) => [{ path: '/workflow/refuse', body: { taskId: task.taskId, comment }, event: 'refused' }],
]

const onDocument = (path: string, event: string, more: object = {}) => (procInstId: string): MoveRequest => ({ path: `/workflow/${path}`,
  body: { procInstId, ...more }, event })
const repair = (move: string, more: object = {}) => ({ procInstId, taskId }: Task): MoveRequest => ({ path: `/workflow/admin/${move}`,
  body: { procInstId, taskId, comment, ...more }, event: 'adminMoved' })

const byInitiator: readonly ((document: string) => MoveRequest)[] = [
  (document) => ({ path: `/workflow/urge/${document}`, event: 'urged' }),
  onDocument('wf/processInstance/comment/add', 'commented', { comment, userIds: [personId('finance')] }),
  onDocument('wf/processInstance/cc/add', 'copied', { userIds: [personId('sales')] }),
  onDocument('abort', 'revoked'),
  onDocument('abortUpdate', 'revoked'),
]

const byAdministrator: readonly ((task: Task) => MoveRequest)[] = [
  repair('reassign', { assignee: personId('it') }),
  repair('skip'),
  repair('jump', { targetNodeId: 'cashier' }),
  repair('forceEnd'),
  ({ procInstId }) => onDocument('abandoned', 'voided', { comment })(procInstId),
]
