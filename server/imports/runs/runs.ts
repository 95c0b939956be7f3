import { sql } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import type { RunState } from '../importer.ts'
import './tables.ts'
import type { RunReason } from './tables.ts'

/** Retention of failure files and runs. */
const kept = sql<Date>`now() - interval '7 days'`
/** Condition that a run has lost its process: no heartbeat for this long. */
const lost = sql<boolean>`alive < now() - interval '30 seconds'`

export interface NewRun {
  readonly id: string
  readonly owner: string
  readonly importer: string
  readonly fileName: string
  readonly sha256: string
}

type RunKey = Pick<NewRun, 'id' | 'owner'>

/** The state of a run, for the person who started it. */
export interface RunAtWork {
  readonly state: RunState
  readonly done: number
  readonly total: number
  readonly answer: ImportAnswer | null
  readonly reason: RunReason | null
  /** Since the start of saving; null before. */
  readonly seconds: number | null
}

/** The runs of imports; their state is shared by all instances. */
export const runs = (db: Db) => ({
  /**
   * Starts a run. A repetition of a finished one returns its answer.
   * @throws Refused while it is running, and where the id belongs to another file
   */
  async begin(run: NewRun): Promise<ImportAnswer | undefined> {
    const values = { id: run.id, owner: run.owner, importer: run.importer, file_name: run.fileName, sha256: run.sha256,
      state: 'reading' as const }
    const begun = await db
      .insertInto('import_run')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['owner', 'id'])
          .doUpdateSet({ ...values, done: 0, total: 0, stopping: false, answer: null, reason: null, started: sql`now()`, saving_since: null,
            alive: sql`now()` })
          .where(
            sql<
              boolean
            >`import_run.sha256 = ${run.sha256} and import_run.importer = ${run.importer}
              and (import_run.state in ('cancelled', 'failed') or import_run.state <> 'finished'
                and import_run.alive < now() - interval '30 seconds')`,
          )
      )
      .returning('id')
      .executeTakeFirst()
    if (begun) return undefined
    const first = await db.selectFrom('import_run').select(['sha256', 'importer', 'answer']).where(isOf(run)).executeTakeFirstOrThrow()
    if (first.sha256 !== run.sha256 || first.importer !== run.importer) throw new Refused('error.idempotencyKeyReused')
    if (!first.answer) throw new Refused('imports.running')
    return first.answer
  },

  /** Updates the progress. @returns whether the run was asked to stop */
  async advance(key: RunKey, { state, done, total }: Pick<RunAtWork, 'state' | 'done' | 'total'>): Promise<boolean> {
    const saving = state === 'saving' ? { saving_since: sql<Date>`coalesce(saving_since, now())` } : {}
    const row = await db.updateTable('import_run').set({ state, done, total, alive: sql<Date>`now()`, ...saving }).where(isOf(key))
      .returning('stopping').executeTakeFirst()
    return row?.stopping ?? true
  },

  async finish(key: RunKey, answer: ImportAnswer): Promise<void> {
    const state = answer.cancelled ? 'cancelled' : 'finished'
    await db.updateTable('import_run').set({ state, done: answer.success + answer.unchanged + answer.failed, total: answer.total,
      answer: JSON.stringify(answer), alive: sql<Date>`now()` }).where(isOf(key)).execute()
  },

  async fail(key: RunKey, reason: RunReason): Promise<void> {
    await db.updateTable('import_run').set({ state: 'failed', reason: JSON.stringify(reason), alive: sql<Date>`now()` }).where(isOf(key))
      .execute()
  },

  /** @throws Missing where the owner has no run with this id */
  async find(key: RunKey): Promise<RunAtWork> {
    const row = await db.selectFrom('import_run').select(['state', 'done', 'total', 'answer', 'reason',
      sql<number | null>`extract(epoch from now() - saving_since)::float8`.as('seconds'), lost.as('lost')]).where(isOf(key))
      .executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    const { lost: isLost, ...run } = row
    const isOver = ['finished', 'cancelled', 'failed'].includes(run.state)
    return isLost && !isOver ? { ...run, state: 'failed', reason: { code: 'imports.lost', parameters: {} } } : run
  },

  /** Asks a run to stop, on whichever instance it is running. @throws Missing */
  async stop(key: RunKey): Promise<void> {
    const row = await db.updateTable('import_run').set({ stopping: true }).where(isOf(key)).returning('id').executeTakeFirst()
    if (!row) throw new Missing('error.missing')
  },
})

/** Files of failed rows; readable only by the importing person. */
export const failureFiles = (db: Db) => ({
  async keep(
    { owner, fileName, content }: { readonly owner: string; readonly fileName: string; readonly content: Buffer },
  ): Promise<string> {
    const id = newId()
    await db.insertInto('import_failure').values({ id, owner, file_name: fileName.slice(-255), content }).execute()
    return id
  },

  /** @throws Missing also for files of others, and after seven days */
  async find(id: string, owner: string): Promise<{ readonly fileName: string; readonly content: Buffer }> {
    const row = await db.selectFrom('import_failure').select(['file_name', 'content']).where('id', '=', id).where('owner', '=', owner)
      .where('created', '>', kept)
      .executeTakeFirst()
    if (!row) throw new Missing('imports.failureFileGone')
    return { fileName: row.file_name, content: row.content }
  },
})

/** Deletes runs older than seven days; called by every run, so that no job is needed. */
export async function forgetOldRuns(db: Db): Promise<void> {
  await db.deleteFrom('import_failure').where('created', '<', kept).execute()
  await db.deleteFrom('import_run').where('started', '<', kept).execute()
}

const isOf = ({ owner, id }: RunKey) => sql<boolean>`import_run.owner = ${owner} and import_run.id = ${id}`
