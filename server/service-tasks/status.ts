import type { Generated } from 'kysely'
import type { FindText } from '#kernel/wording/translate.ts'
import { openTasks } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import type { DocumentState, Refusal } from '#approval/types.ts'
import type { ServiceTaskState, ServiceTaskStatus } from '#approval/wire/filed-document.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { mayRetry, serviceTaskKey, type ServiceTaskKind } from './service-task.ts'

interface ServiceTaskTable {
  /** The running task of the system. */
  task: string
  document: string
  node: string
  state: Generated<ServiceTaskState>
  attempts: Generated<number>
  /** When it is due; for a leased task the end of the lease. */
  due_at: Date
  message: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    service_task: ServiceTaskTable
  }
}

/** Locale key for a task that has been sent and not answered. */
export const serviceTaskRunning = 'documents.serviceTaskUnderWay'

const heldTask = (process: DocumentState) => openTasks(process).find(({ person }) => person === system)

/** Returns the refusal of moving a document while another system has been called and its outcome is unknown. */
export async function underWay(db: Db, process: DocumentState): Promise<Refusal | undefined> {
  const task = heldTask(process)
  if (!task) return undefined
  const row = await db.selectFrom('service_task').select('state').where('task', '=', task.id).where('state', 'in', ['working', 'unknown'])
    .executeTakeFirst()
  return row && { code: serviceTaskRunning, parameters: {}, refusal: true, kind: 'refused' }
}

interface StatusReader {
  readonly host: DocumentHost
  readonly db: Db
  readonly caller: Caller
  readonly find: FindText
}

/** The service task that a document waits for, if any. */
export async function serviceTaskStatusOf(reading: StatusReader,
  { form, process }: { form: { key: string }; process: DocumentState }): Promise<ServiceTaskStatus | null> {
  const task = heldTask(process)
  const kind = task && reading.host.serviceTasks.get(serviceTaskKey(form.key, task.node))
  if (!task || !kind) return null
  const row = await reading.db.selectFrom('service_task').select(['state', 'message']).where('task', '=', task.id).executeTakeFirst()
  return row ? shown(reading, kind, { ...row, starter: process.starter }) : { state: 'waiting', text: '', mayRetry: false }
}

function shown({ caller, find }: StatusReader, kind: ServiceTaskKind,
  { state, message, starter }: { state: ServiceTaskState; message: string | null; starter: string }): ServiceTaskStatus {
  const text = state === 'failed' ? find(kind.refusal, { message: message ?? '' }, caller.locale) : undefined
  const isOut = state === 'working' || state === 'waiting'
  return { state, text: text ?? '', mayRetry: !isOut && mayRetry(kind, { caller, starter }) }
}
