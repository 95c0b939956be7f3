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

/** A service task that is out: nobody else takes it until its time is over. */
export interface LeasedTask extends ServiceTask, TaskLease {
  readonly node: string
}

export interface TaskLease extends Lease {
  readonly task: string
}

/** Milliseconds that one attempt may take; longer than the slowest call to another system. */
const timeout = minutes(1)

export const serviceTasks = queue<TaskLease>({ table: 'service_task', key: ['task'], open: sql`state in ('waiting', 'working', 'unknown')`,
  timeout })

/** Notes every task that the product holds and that nobody has noted. */
export async function recordServiceTasks(db: Db, at: Date): Promise<void> {
  await sql`insert into service_task (task, document, node, due_at)
    select id, document, node, ${at} from task
    where assignee = ${system} and state = 'running' and not exists (select from service_task where service_task.task = task.id)
    on conflict do nothing ${prepared}`.execute(db)
}

/** Tasks whose time has come. */
export async function dueServiceTasks(db: Db, at: Date): Promise<string[]> {
  const rows = await db.selectFrom('service_task').select('task').where('state', 'in', ['waiting', 'working', 'unknown']).where('due_at',
    '<=', at).orderBy('due_at').limit(50).modifyEnd(prepared)
    .execute()
  return rows.map(({ task }) => task)
}

/** The service tasks that may be taken: those that are due, or also those that another system has refused, because somebody asks for it. */
export interface LeaseQuery {
  readonly task: string
  readonly at: Date
  readonly again?: true
}

/**
 * Takes a service task, so that it goes out once: the document's row is locked while it is judged, as every action on the
 * document locks it. Undefined where it is out already, over, or no longer waited for.
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
