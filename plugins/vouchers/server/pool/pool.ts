import { sql } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { stateCodes } from '#server/documents/wire.ts'
import { newId } from '#server/identity/id.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import type { Voucher } from '../reading/voucher.ts'
import './tables.ts'
import '../kept/tables.ts'

export type PoolState = 'unused' | 'used'

interface PoolQuery {
  readonly owner: string
  readonly state?: PoolState | undefined
  readonly current: number
  readonly size: number
}

/** An invoice of a person's own, and the document that holds its file. */
export interface PooledInvoice {
  readonly id: string
  readonly attachment: string
  readonly fileName: string
  readonly addedAt: Date
  readonly vouchers: readonly Voucher[]
  readonly document?: { readonly id: string; readonly number: string | null; readonly type: string; readonly state: number }
}

/** A page of a person's invoices, the latest first. */
export async function pageOfPool(db: Db,
  { owner, state, current, size }: PoolQuery): Promise<{ readonly records: readonly PooledInvoice[]; readonly total: number }> {
  const own = db.selectFrom('pooled_invoice').innerJoin('attachment', 'attachment.id', 'pooled_invoice.attachment').where(
    'pooled_invoice.owner',
    '=',
    owner,
  )
    .where('attachment.absent_since', 'is', null)
    .$if(state !== undefined, (query) => query.where('attachment.document', state === 'used' ? 'is not' : 'is', null))
  const { total } = await own.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await own.leftJoin('document', 'document.id', 'attachment.document').leftJoin('voucher_reading',
    'voucher_reading.attachment', 'attachment.id')
    .select(['pooled_invoice.id', 'pooled_invoice.attachment', 'attachment.real_name', 'pooled_invoice.added_at', 'voucher_reading.reading',
      'document.id as document', 'document.number', 'document.type', 'document.state'])
    .orderBy('pooled_invoice.added_at', 'desc').orderBy('pooled_invoice.id').limit(size).offset((current - 1) * size).execute()
  const records = rows.map(({ id, attachment, real_name: fileName, added_at: addedAt, reading, document, number, type, state: held }) => ({
    id,
    attachment,
    fileName,
    addedAt,
    vouchers: reading?.vouchers ?? [],
    ...(document && type && held && { document: { id: document, number, type, state: stateCodes[held] } }),
  }))
  return { records, total: Number(total) }
}

/** Adds files that a person has uploaded and nothing holds; one that is there already stays once. @throws Refused for any other */
export async function addToPool(db: Db, owner: string, attachments: readonly string[], at: Date): Promise<number> {
  const wanted = [...new Set(attachments)]
  const free = await db.selectFrom('attachment').select('id').where('id', 'in', wanted).where('create_by', '=', owner).where('document',
    'is', null).where('absent_since', 'is', null)
    .forUpdate().execute()
  if (free.length < wanted.length) throw new Refused('attachments.missing')
  const added = await db.insertInto('pooled_invoice').values(wanted.map((attachment) => ({ id: newId(), owner, attachment, added_at: at })))
    .onConflict((conflict) => conflict.column('attachment').doNothing()).returning('id').execute()
  await keepFiles(db)
  return added.length
}

/** Takes an invoice out; its file goes as files do that nothing holds. @throws Missing, Refused while a document holds it */
export async function removeFromPool(db: Db, { owner, at }: { readonly owner: string; readonly at: Date }, id: string): Promise<void> {
  const entry = await db.selectFrom('pooled_invoice').innerJoin('attachment', 'attachment.id', 'pooled_invoice.attachment').select([
    'attachment.id as file',
    'attachment.document',
  ])
    .where('pooled_invoice.id', '=', id).where('owner', '=', owner).executeTakeFirst()
  if (!entry) throw new Missing('attachments.missing')
  if (entry.document !== null) throw new Refused('vouchers.poolUsed')
  await db.deleteFrom('pooled_invoice').where('id', '=', id).execute()
  await db.updateTable('attachment').set({ free_since: at }).where('id', '=', entry.file).execute()
}

/** Files of the pool wait without end for a document that holds them. */
const keepFiles = (db: Db) =>
  db.updateTable('attachment').set({ free_since: sql<Date>`'infinity'` }).where('document', 'is', null).where('free_since', '<',
    sql<Date>`'infinity'`)
    .where('id', 'in', (eb) => eb.selectFrom('pooled_invoice').select('pooled_invoice.attachment')).execute()

/** A file that its document drops goes back to the pool; files that nothing holds are removed after a week. */
export const keepPooledFiles: Job = { name: 'keepPooledFiles', every: hours(12), run: async ({ db }) => void (await keepFiles(db)) }
