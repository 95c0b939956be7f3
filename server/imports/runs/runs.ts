import { type ColumnType, type Generated, type JSONColumnType, sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, type Parameters, Refused } from '#kernel/errors.ts'
import type { ImportAnswer } from '#kernel/answers.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { serverMessages } from '#server/server-messages.ts'
import { signedIn } from '#server/http/access.ts'
import { savedFile } from '#server/http/answers/file-answer.ts'
import type { Host } from '#server/host.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import type { ImportProgress, RunState } from '../importer.ts'

/** The reason of a failed run, as a locale key with parameters. */
interface RunReason {
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

/** Retention of failure files and runs. */
const kept = sql<Date>`now() - interval '7 days'`
/** Condition that a run has lost its process: no heartbeat for this long. */
const lost = sql<boolean>`alive < now() - interval '30 seconds'`

interface NewRun {
  readonly id: string
  readonly owner: string
  readonly importer: string
  readonly fileName: string
  readonly sha256: string
}

type RunKey = Pick<NewRun, 'id' | 'owner'>

/** The state of a run, for the person who started it. */
interface RunAtWork {
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

const byId = z.strictObject({ id: z.string().min(1).max(64) })

/** Calls for the progress of one's own runs, stopping them, and their failed rows. */
export function runRoutes(app: FastifyInstance, { db, plugins }: Pick<Host, 'db' | 'plugins'>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const find = serverMessages(plugins)
  const config = { access: signedIn, resource: 'import' } as const
  const schema = { params: byId }

  routes.get('/public/importProgress/:id', { config, schema },
    async ({ params, caller, language }) => progressOf(await runs(db).find({ id: params.id, owner: caller.id }), find, language))

  routes.delete('/public/importProgress/:id', { config: { ...config, repeats: 'harmless' }, schema }, async ({ params, caller }) => {
    await runs(db).stop({ id: params.id, owner: caller.id })
    return true
  })

  routes.get('/public/importFailure/:id', { config: { ...config, answersFile: true }, schema }, async ({ params, caller }, reply) => {
    const { fileName, content } = await failureFiles(db).find(params.id, caller.id)
    return reply.headers(savedFile(fileName)).type(workbookType).send(content)
  })
}

function progressOf({ state, done, total, seconds, answer, reason }: RunAtWork, find: FindText, language: Locale): ImportProgress {
  return { state, done, total, answer, secondsLeft: state === 'saving' ? secondsLeft(done, total, seconds) : null,
    reason: reason && (find(reason.code, reason.parameters, language) ?? null) }
}

/** Estimates the remaining seconds from the rows so far; null without any. */
function secondsLeft(done: number, total: number, seconds: number | null): number | null {
  return seconds === null || done === 0 ? null : Math.ceil((seconds / done) * (total - done))
}
