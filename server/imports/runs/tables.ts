import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Parameters } from '#kernel/errors.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import type { RunState } from '../importer.ts'

/** The reason of a failed run, as a locale key with parameters. */
export interface RunReason {
  readonly code: string
  readonly parameters: Parameters
}

interface ImportRunTable {
  /** Created by the client that sends the file. */
  id: string
  owner: string
  importer: string
  file_name: string
  sha256: string
  state: RunState
  done: Generated<number>
  total: Generated<number>
  /** Whether it was asked to stop. */
  stopping: Generated<boolean>
  answer: JSONColumnType<ImportAnswer, string | null | undefined, string | null> | null
  reason: JSONColumnType<RunReason, string | null | undefined, string | null> | null
  started: Generated<Date>
  /** Start of saving, by which the remaining time is estimated. */
  saving_since: Date | null
  /** The last heartbeat: a run without one was lost with its process. */
  alive: ColumnType<Date, Date | undefined, Date>
}

interface ImportFailureTable {
  id: string
  owner: string
  file_name: string
  content: Buffer
  created: Generated<Date>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    import_run: ImportRunTable
    import_failure: ImportFailureTable
  }
}
