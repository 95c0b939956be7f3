import { sql } from 'kysely'
import { bilingual, spokenMessage } from '#kernel/wording/names.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { openTasks } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import { minutes } from '#server/jobs/job.ts'
import { prepared, preparedMark, runText } from '#server/database/statements/text-statements.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { lock } from '#server/documents/store/store.ts'
import { definitionOfDocument, type DocumentHost } from '#server/documents/host.ts'
import { type Lease, nextAttempt, queue } from '#server/queue/queue.ts'
import { changeEvents, type CommandContext, commit, decideOn, open, type OpenDocument } from '#server/documents/lifecycle/run-command.ts'
import { nobody } from '#server/identity/caller.ts'
import { documentNoun } from '#server/messages/rows.ts'
import { notify } from '#server/messages/notify.ts'
import { type ServiceTask, serviceTaskKey, type ServiceTaskOutcome } from './service-task.ts'
import './status.ts'

/** A leased service task: no other instance takes it until the lease ends. */
export interface LeasedTask extends ServiceTask, TaskLease {
  readonly node: string
}

interface TaskLease extends Lease {
  readonly task: string
}

/** Duration of a lease, ms; longer than the slowest call to another system. */
const timeout = minutes(1)

const serviceTasks = queue<TaskLease>({ table: 'service_task', key: ['task'], open: sql`state in ('waiting', 'working', 'unknown')`,
  timeout })

/** Schedules tasks of the system that are not scheduled yet. */
export async function recordServiceTasks(db: Db, at: Date): Promise<void> {
  await sql`insert into service_task (task, document, node, due_at)
    select id, document, node, ${at} from task
    where assignee = ${system} and state = 'running' and not exists (select from service_task where service_task.task = task.id)
    on conflict do nothing ${prepared}`.execute(db)
}

const dueText =
  `select task from service_task where state in ('waiting', 'working', 'unknown') and due_at <= $1 order by due_at limit 50 ${preparedMark}`

/** Due service tasks. */
export async function dueServiceTasks(db: Db, at: Date): Promise<string[]> {
  const rows = await runText<{ readonly task: string }>(db, dueText, [at])
  return rows.map(({ task }) => task)
}

/** A request to lease a service task; `again` also allows one that the other system has refused, on request. */
interface LeaseQuery {
  readonly task: string
  readonly at: Date
  readonly again?: true
}

/**
 * Leases a service task, so that it is performed once: the document is locked, as by every action. Undefined where it is leased already,
 * finished, or no longer needed.
 */
export function leaseTask(host: DocumentHost, { task, at, again }: LeaseQuery): Promise<LeasedTask | undefined> {
  return transaction(host.db, async (db) => {
    const stored = await lock(db, { task })
    const held = openTasks(stored.process).find(({ id, person }) => id === task && person === system)
    if (!held) return undefined
    const instead = again && { instead: sql`state in ('waiting', 'unknown', 'failed')` }
    const [lease] = await serviceTasks.take(db, { at, count: 1, only: sql`task = ${task}`, ...instead, set: { state: 'working' } })
    if (!lease) return undefined
    const { form } = await definitionOfDocument(host, db, stored)
    const { id, number, value, process: { round } } = stored
    return { ...lease, host, db: host.db, form, node: held.node, document: { id, number, round }, value, key: `${number}-${round}` }
  })
}

/** Backoff of a service task without an answer, ms; the last value is repeated. */
const backoff = [1, 5, 15, 60, 240].map(minutes)

type SentTask = Pick<LeasedTask, 'task' | 'node' | 'attempts' | 'document'>

/** Records the outcome of a service task, in a separate transaction. */
export async function record(context: CommandContext, serviceTask: SentTask, outcome: ServiceTaskOutcome): Promise<void> {
  const own = { ...context, caller: nobody }
  const opened = await open(own, { document: serviceTask.document.id }, { asksBindings: false })
  // another instance that took over this task records the outcome
  if (!(await serviceTasks.record(context.db, serviceTask, changeBy(outcome, { attempts: serviceTask.attempts, at: context.at })))) return
  if (outcome.outcome === 'done') return finish(own, opened, { serviceTask, outcome })
  if (outcome.outcome === 'refused') await refuse(own, opened, { serviceTask, outcome })
}

function changeBy(outcome: ServiceTaskOutcome, { attempts, at }: { readonly attempts: number; readonly at: Date }) {
  if (outcome.outcome === 'done') return { state: 'done', message: outcome.comment }
  const due = nextAttempt(backoff, { attempts: Math.min(attempts, backoff.length), at })
  return { state: outcome.outcome === 'refused' ? 'failed' : 'unknown', message: outcome.message, due_at: due }
}

interface ServiceTaskResult<Outcome> {
  readonly serviceTask: Pick<LeasedTask, 'task' | 'node'>
  readonly outcome: Outcome
}

/** Passes the node with the answer of the other system. */
async function finish(context: CommandContext, opened: OpenDocument,
  { serviceTask, outcome: { set, comment } }: ServiceTaskResult<Extract<ServiceTaskOutcome, { outcome: 'done' }>>): Promise<void> {
  await carryOut(context, opened, { node: serviceTask.node, set, comment })
}

/** Passes a node of the system. The values that it sets are visible to the conditions of later nodes. */
export async function carryOut(context: CommandContext, opened: OpenDocument,
  { node, set, comment }: { node: string; set: FormValue; comment: string }): Promise<DocumentState> {
  const { stored } = opened
  const task = openTasks(stored.process).find((open) => open.node === node && open.person === system)
  const value = { ...stored.value, ...set }
  const changed = changeEvents(context, opened, { value, node })
  // for a document that was ended in the meantime, the answer is still stored
  const passed = task
    ? decideOn(context, opened, { action: 'pass', task: task.id, comment, by: system, at: context.at.toISOString() }, value)
    : []
  return commit(context, opened, { events: [...changed, ...passed], value })
}

async function refuse(context: CommandContext, opened: OpenDocument,
  { serviceTask, outcome: { set = {}, message } }: ServiceTaskResult<Extract<ServiceTaskOutcome, { outcome: 'refused' }>>): Promise<void> {
  const { stored: { id, number, value, process }, form, pinned, evaluation: { directory } } = opened
  const changedValue = { ...value, ...set }
  const changed = changeEvents(context, opened, { value: changedValue, node: serviceTask.node })
  if (changed.length > 0) await commit(context, opened, { events: changed, value: changedValue })
  const kind = context.host.serviceTasks.get(serviceTaskKey(form.key, serviceTask.node))
  const holders = kind ? directory.holders(kind.role).map((holder) => holder.id) : []
  const node = approvalNode(pinned.flow, serviceTask.node) ?? { cn: serviceTask.node, en: serviceTask.node }
  await notify(context.db, { kind: 'serviceTaskFailed', recipients: [process.starter, ...holders], document: id,
    blanks: { p: bilingual(documentNoun(form)), no: number, n: bilingual(node), message: spokenMessage(message) }, at: context.at })
}
