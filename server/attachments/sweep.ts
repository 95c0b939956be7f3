import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { hours, type Job, type JobWork } from '#server/jobs/job.ts'
import { deleteStoredFile } from './removal.ts'
import type { Storage } from './storage/storage.ts'

/** The time that a file may wait for a document that holds it. */
const waiting = hours(24 * 7)
/** The time that one may be on its way, or being removed: beyond that, the process that did it is dead. */
const underWay = hours(24)
const batch = 200
/** Key of the advisory lock that is held while sweeping. */
const sweepLock = 4_201_907

/**
 * Removes files that nothing has held for a week, and what broken uploads and removals left. Each file is marked
 * first, then its bytes go, then its row; what is cut short is gone on with the next time.
 */
export const sweepFiles = (storage: Storage): Job => ({
  name: 'sweepFiles',
  every: hours(24),
  run: (work) =>
    alone(work.db, async () => {
      while (!work.signal.aborted && (await markSomeForDeletion(work.db, work.at)) === batch);
      await deleteMarked(work, storage)
    }),
})

/** Does the work unless another instance is at it. */
async function alone(db: Db, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows: [lock] } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${sweepLock}) as held`.execute(connection)
    if (!lock?.held) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${sweepLock})`.execute(connection).catch(() => undefined)
    }
  })
}

/** Returns their number. They have been nobody's since they became free, so they may go at once. */
async function markSomeForDeletion(db: Db, at: Date): Promise<number> {
  const before = new Date(at.getTime() - waiting)
  const marked = await transaction(db, async (tx) => {
    const rows = await tx.selectFrom('attachment').select('attachment.id')
      .where('document', 'is', null).where('absent_since', 'is', null).where('free_since', '<', before)
      .where((eb) => eb.not(eb.or([isAvatar(eb), isInDraft(eb)])))
      .orderBy('free_since').limit(batch).forUpdate('attachment').skipLocked().execute()
    if (rows.length > 0)
      await tx.updateTable('attachment').set({ absent_since: sql<Date>`free_since` }).where('id', 'in', rows.map(({ id }) => id)).execute()
    return rows
  })
  return marked.length
}

const isAvatar = (eb: ExpressionBuilder<Tables, 'attachment'>) =>
  eb.exists(eb.selectFrom('sys_user').select('sys_user.id').whereRef('sys_user.avatar', '=', 'attachment.id'))

/** Only whoever uploaded a file can name it in a draft. */
const isInDraft = (eb: ExpressionBuilder<Tables, 'attachment'>) =>
  eb.exists(
    eb.selectFrom('user_input_cache').select('user_id').whereRef('user_id', '=', 'attachment.create_by').where(
      sql<boolean>`strpos(content::text, attachment.id) > 0`,
    ),
  )

/** A file that cannot be removed now stays marked, and keeps no other waiting. */
async function deleteMarked({ db, host, at, signal }: JobWork, storage: Storage): Promise<void> {
  const before = new Date(at.getTime() - underWay)
  for (let last = ''; !signal.aborted;) {
    const rows = await db.selectFrom('attachment').select(['id', 'path']).where('absent_since', '<', before).where('id', '>', last).orderBy(
      'id',
    ).limit(batch).execute()
    for (const row of rows) {
      if (signal.aborted) return
      await deleteStoredFile(db, storage, row).catch((error: unknown) =>
        host.log.warn({ err: error, attachment: row.id }, 'a file that nobody holds could not be removed')
      )
    }
    if (rows.length < batch) return
    last = rows.at(-1)?.id ?? last
  }
}
