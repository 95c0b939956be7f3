import { setTimeout as sleep } from 'node:timers/promises'
import { personId } from '#plugins/demo/server/company/person-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Killable, CallRequest } from '#plugins/demo/server/testing-killable.ts'
import { type } from './testing-claims.ts'

/** An action on a claim, with its author and the history entry that it makes. */
export interface HistoryMove {
  readonly document: string
  readonly event: string
  readonly by: string
}

interface Task {
  readonly taskId: string
  readonly procInstId: string
}

/** Filed claims with their form values. */
export interface Claims {
  readonly ids: () => readonly string[]
  readonly business: (id: string) => FormValue
}

type MoveRequest = Omit<CallRequest, 'by' | 'key'> & { readonly event: string }

/** Returns whether a call made its history entry; early reminders and outdated proposals make none. */
const isMade = ({ code, data }: { readonly code: number; readonly data?: unknown }): boolean =>
  code === 200 && data !== false && (data as { readonly outcome?: string } | null)?.outcome !== 'lapsed'

/** Load generator: people act on claims until stopped; a call without a response is repeated with the same idempotency key. */
export function movers({ ask }: Killable, isOver: () => boolean, claims: Claims) {
  const acknowledged: HistoryMove[] = []
  const unknown: HistoryMove[] = []
  const tasks: Task[] = []
  let calls = 0

  /** Repeats a call until it is answered; undefined if the load ends first. */
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
    // four-eyes principle for documents that move money: finance confirms the administrator's proposal
    const answer = proposal ? await send({ by: 'finance', path: '/workflow/intervention/confirm', body: { id: proposal.id } }) : first
    if (!answer) unknown.push(move)
    else if (isMade(answer)) acknowledged.push(move)
  }

  return {
    acknowledged,
    unknown,
    /** Cycles through the possible actions on the person's pending tasks. */
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
    /** Cycles through the actions of an initiator. */
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
    /** Cycles through the actions of a workflow administrator on pending claims. */
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

/** Actions on a task; mostly passes, so that claims reach every node. */
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
