import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { hours, type Job, type JobWork } from '#server/jobs/job.ts'
import { deleteStoredFile } from './attachments.ts'
import type { Storage } from './storage/storage.ts'

/** Time that a file may exist without a document. */
const waiting = hours(24 * 7)
/** Time after which an upload or deletion is considered aborted, since its process has died. */
const underWay = hours(24)
const batch = 200
/** Key of the advisory lock held while sweeping. */
const sweepLock = 4_201_907

/**
 * Deletes files without a reference for a week, and remains of interrupted uploads and deletions. Each file is marked first, then its
 * bytes are deleted, then its row; interrupted work is continued by the next run.
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

/** Runs the work unless another instance is running it. */
async function alone(db: Db, work: () => Promise<void>): Promise<void> {
  // a lock of a transaction, since a pooler gives the statements outside of transactions to any session
  await db.transaction().execute(async (holder) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder)
    const { rows: [lock] } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sweepLock}) as held`.execute(holder)
    if (lock?.held) await work()
  })
}

/** Marks a batch, with the time since which they are free, so that they can be deleted immediately. @returns their number */
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

/** Condition that a draft of the uploader contains the file; nobody else can name it in a draft. */
const isInDraft = (eb: ExpressionBuilder<Tables, 'attachment'>) =>
  eb.exists(
    eb.selectFrom('user_input_cache').select('user_id').whereRef('user_id', '=', 'attachment.create_by').where(
      sql<boolean>`strpos(content::text, attachment.id) > 0`,
    ),
  )

/** Deletes marked files; one that cannot be deleted now stays marked and does not block the others. */
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
