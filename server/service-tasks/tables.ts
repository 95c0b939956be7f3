import type { Generated } from 'kysely'
import type { ServiceTaskState } from '#approval/wire/filed-document.ts'

interface ServiceTaskTable {
  /** The task of the node that the product holds. */
  task: string
  document: string
  node: string
  state: Generated<ServiceTaskState>
  attempts: Generated<number>
  /** When it is looked at next; while it is out, when it counts as unanswered. */
  due_at: Date
  message: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    service_task: ServiceTaskTable
  }
}
