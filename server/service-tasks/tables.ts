import type { Generated } from 'kysely'
import type { ServiceTaskState } from '#approval/wire/filed-document.ts'

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
