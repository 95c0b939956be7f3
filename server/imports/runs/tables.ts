import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Parameters } from '#kernel/errors.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import type { RunState } from '../importer.ts'

/** The reason for which a run failed, to be said in the language of its reader. */
export interface RunReason {
  readonly code: string
  readonly parameters: Parameters
}

interface ImportRunTable {
  /** Made by the client that sends the file. */
  id: string
  owner: string
  importer: string
  file_name: string
  sha256: string
  state: RunState
  done: Generated<number>
  total: Generated<number>
  /** Somebody asked it to stop. */
  stopping: Generated<boolean>
  answer: JSONColumnType<ImportAnswer, string | null | undefined, string | null> | null
  reason: JSONColumnType<RunReason, string | null | undefined, string | null> | null
  started: Generated<Date>
  /** When the saving began; what is left is reckoned from it. */
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
