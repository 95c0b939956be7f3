import { sql } from 'kysely'
import { openTasks } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import { minutes } from '#server/jobs/job.ts'
import { prepared } from '#server/database/statements/statement-marks.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { lock } from '#server/documents/store/store.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { definitionOfDocument } from '#server/documents/host.ts'
import { type Lease, queue } from '#server/queue/queue.ts'
import type { ServiceTask } from './service-task.ts'
import './tables.ts'

/** A leased service task: no other instance takes it until the lease ends. */
export interface LeasedTask extends ServiceTask, TaskLease {
  readonly node: string
}

export interface TaskLease extends Lease {
  readonly task: string
}

/** Duration of a lease, ms; longer than the slowest call to another system. */
const timeout = minutes(1)

export const serviceTasks = queue<TaskLease>({ table: 'service_task', key: ['task'], open: sql`state in ('waiting', 'working', 'unknown')`,
  timeout })

/** Schedules tasks of the system that are not scheduled yet. */
export async function recordServiceTasks(db: Db, at: Date): Promise<void> {
  await sql`insert into service_task (task, document, node, due_at)
    select id, document, node, ${at} from task
    where assignee = ${system} and state = 'running' and not exists (select from service_task where service_task.task = task.id)
    on conflict do nothing ${prepared}`.execute(db)
}

/** Due service tasks. */
export async function dueServiceTasks(db: Db, at: Date): Promise<string[]> {
  const rows = await db.selectFrom('service_task').select('task').where('state', 'in', ['waiting', 'working', 'unknown']).where('due_at',
    '<=', at).orderBy('due_at').limit(50).modifyEnd(prepared)
    .execute()
  return rows.map(({ task }) => task)
}

/** A request to lease a service task; `again` also allows one that the other system has refused, on request. */
export interface LeaseQuery {
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
