import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { formPermissions } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { stateCodes } from '#server/documents/wire.ts'
import { newId } from '#server/identity/id.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import type { Voucher } from '../reading/voucher.ts'
import '../tables.ts'

interface PooledInvoiceTable {
  id: string
  owner: string
  attachment: string
  added_at: Date
}

/** Invoices of an entry; unique per owner. */
interface PooledInvoiceNumberTable {
  owner: string
  number: string
  /** Empty for an invoice without a code. */
  code: string
  entry: string
}

/** Further files of an entry, with the same invoices. */
interface PooledInvoiceFileTable {
  attachment: string
  entry: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    pooled_invoice: PooledInvoiceTable
    pooled_invoice_number: PooledInvoiceNumberTable
    pooled_invoice_file: PooledInvoiceFileTable
  }
}

export type { PooledInvoiceFileTable, PooledInvoiceNumberTable, PooledInvoiceTable }

type PoolState = 'unused' | 'used'

interface PoolQuery {
  readonly owner: string
  readonly state?: PoolState | undefined
  readonly current: number
  readonly size: number
}

/** An invoice in a person's pool, and the document that uses it. */
interface PooledInvoice {
  readonly id: string
  readonly attachment: string
  readonly fileName: string
  /** Files with the same invoice in other formats. */
  readonly furtherFiles: readonly { readonly attachment: string; readonly fileName: string }[]
  readonly addedAt: Date
  readonly vouchers: readonly Voucher[]
  readonly document?: { readonly id: string; readonly number: string | null; readonly type: string; readonly state: number }
}

/** A page of a person's invoices, latest first. */
async function pageOfPool(db: Db,
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
  const further = rows.length === 0 ?
    [] :
    await db.selectFrom('pooled_invoice_file').innerJoin('attachment', 'attachment.id', 'pooled_invoice_file.attachment').select([
      'pooled_invoice_file.entry',
      'attachment.id as attachment',
      'attachment.real_name as fileName',
    ])
      .where('pooled_invoice_file.entry', 'in', rows.map(({ id }) => id)).orderBy('attachment.id').execute()
  const records = rows.map(({ id, attachment, real_name: fileName, added_at: addedAt, reading, document, number, type, state: held }) => ({
    id,
    attachment,
    fileName,
    furtherFiles: further.filter(({ entry }) => entry === id).map(({ attachment: other, fileName: name }) => ({ attachment: other,
      fileName: name })
    ),
    addedAt,
    vouchers: reading?.vouchers ?? [],
    ...(document && type && held && { document: { id: document, number, type, state: stateCodes[held] } }),
  }))
  return { records, total: Number(total) }
}

/** Result of adding files to a pool, by file id. */
export interface PoolAddition {
  /** Added as new entries. */
  readonly added: readonly string[]
  /** Linked to existing entries as another format of their invoices. */
  readonly joined: readonly string[]
  /** Duplicates with the same content as a file of the pool. */
  readonly repeated: readonly string[]
}

/** Adds files to a pool, without duplicating invoices. @throws Refused for files of other owners or documents */
export async function addToPool(db: Db, owner: string, attachments: readonly string[], at: Date): Promise<PoolAddition> {
  const wanted = [...new Set(attachments)]
  const free = await db.selectFrom('attachment').select(['id', 'sha256']).where('id', 'in', wanted).where('create_by', '=', owner).where(
    'document',
    'is',
    null,
  ).where('absent_since', 'is', null)
    .forUpdate().execute()
  if (free.length < wanted.length) throw new Refused('attachments.missing')
  const hashes = new Map(free.map(({ id, sha256 }) => [id, sha256]))
  const outcomes: { readonly file: string; readonly outcome: keyof PoolAddition | undefined }[] = []
  for (const file of wanted) outcomes.push({ file, outcome: await addFile(db, { owner, file, sha256: hashes.get(file) ?? '', at }) })
  await keepFiles(db)
  const those = (wish: keyof PoolAddition) => outcomes.filter(({ outcome }) => outcome === wish).map(({ file }) => file)
  return { added: those('added'), joined: those('joined'), repeated: those('repeated') }
}

interface PooledFile {
  readonly owner: string
  readonly file: string
  readonly sha256: string
  readonly at: Date
}

/** Adds a file; the primary key of the numbers serializes concurrent additions. @returns undefined if the file is already in the pool */
async function addFile(db: Db, { owner, file, sha256, at }: PooledFile): Promise<keyof PoolAddition | undefined> {
  const known = await db.selectFrom('pooled_invoice_file').select('entry').where('attachment', '=', file).executeTakeFirst()
  const entry = newId()
  const inserted = known ? undefined : await db.insertInto('pooled_invoice').values({ id: entry, owner, attachment: file, added_at: at })
    .onConflict((conflict) => conflict.column('attachment').doNothing()).returning('id').executeTakeFirst()
  if (!inserted) return undefined
  const invoices = await db.selectFrom('read_voucher').select(['number', 'code']).distinct().where('attachment', '=', file).where('number',
    'is not', null).orderBy('number').orderBy('code').execute()
  const keys = invoices.flatMap(({ number, code }) => (number === null ? [] : [{ owner, number, code, entry }]))
  if (keys.length === 0) return 'added'
  const first = await db.insertInto('pooled_invoice_number').values(keys).onConflict((conflict) => conflict.doNothing()).returning('number')
    .execute()
  if (first.length > 0) return 'added'
  await db.deleteFrom('pooled_invoice').where('id', '=', entry).execute()
  return joinEntry(db, { owner, file, sha256, number: keys[0]?.number ?? '' })
}

async function joinEntry(db: Db,
  { owner, file, sha256, number }: Omit<PooledFile, 'at'> & { readonly number: string }): Promise<keyof PoolAddition> {
  const { entry } = await db.selectFrom('pooled_invoice_number').select('entry').where('owner', '=', owner).where('number', '=', number)
    .executeTakeFirstOrThrow()
  const same = await db.selectFrom('attachment').select('id').where('sha256', '=', sha256).where('id', '!=', file).where((eb) =>
    eb.or([eb('id', 'in', eb.selectFrom('pooled_invoice').select('attachment').where('id', '=', entry)),
      eb('id', 'in', eb.selectFrom('pooled_invoice_file').select('attachment').where('entry', '=', entry))])
  ).executeTakeFirst()
  if (same) return 'repeated'
  await db.insertInto('pooled_invoice_file').values({ attachment: file, entry }).execute()
  return 'joined'
}

/** Removes an invoice; its files then expire as unused. @throws Missing, or Refused while a document uses it */
async function removeFromPool(db: Db, { owner, at }: { readonly owner: string; readonly at: Date }, id: string): Promise<void> {
  const entry = await db.selectFrom('pooled_invoice').innerJoin('attachment', 'attachment.id', 'pooled_invoice.attachment').select([
    'attachment.id as file',
    'attachment.document',
  ])
    .where('pooled_invoice.id', '=', id).where('owner', '=', owner).executeTakeFirst()
  if (!entry) throw new Missing('attachments.missing')
  if (entry.document !== null) throw new Refused('vouchers.poolUsed')
  const further = await db.selectFrom('pooled_invoice_file').select('attachment').where('entry', '=', id).execute()
  await db.deleteFrom('pooled_invoice').where('id', '=', id).execute()
  await db.updateTable('attachment').set({ free_since: at }).where('id', 'in', [entry.file, ...further.map(({ attachment }) => attachment)])
    .where('document', 'is', null).execute()
}

/** Exempts files of the pool from the removal of unused files. */
const keepFiles = (db: Db) =>
  db.updateTable('attachment').set({ free_since: sql<Date>`'infinity'` }).where('document', 'is', null).where('free_since', '<',
    sql<Date>`'infinity'`)
    .where((eb) =>
      eb.or([eb('id', 'in', eb.selectFrom('pooled_invoice').select('pooled_invoice.attachment')),
        eb('id', 'in', eb.selectFrom('pooled_invoice_file').select('pooled_invoice_file.attachment'))])
    ).execute()

/** Job that protects pooled files which a document released; unused files are otherwise removed after a week. */
export const keepPooledFiles: Job = { name: 'keepPooledFiles', every: hours(12), run: async ({ db }) => void (await keepFiles(db)) }

const id = z.string().min(1).max(64)
const page = z.strictObject({ current: z.int().min(1).default(1), size: z.int().min(1).max(200).default(20),
  state: z.enum(['unused', 'used']).optional() })
const path = '/oaserver/voucher/pool'

/** Calls for the caller's pool of unclaimed invoices. */
export function poolRoutes(app: FastifyInstance, host: Host): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const access = { access: signedIn, resource: 'attachment' } as const

  calls.post(`${path}/page`, { config: { ...access, reads: true }, schema: { body: page } }, async ({ caller, body }) => ({
    ...(await pageOfPool(host.db, { owner: caller.id, ...body })),
    forms: host.plugins.flatMap(({ forms }) => forms).filter(({ key, fields }) =>
      invoiceTables(fields).length > 0 && permits(caller.permissions, formPermissions(key).add)
    )
      .map(({ key, cn, en, path: address }) => ({ key, cn, en, path: address })),
  }))

  calls.post(path, { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ attachments: z.array(id).min(1).max(50) }) } },
    (request) =>
      unitOfWork(host, request,
        async ({ db, caller, at }) => ({ added: (await addToPool(db, caller.id, request.body.attachments, at)).added.length })))

  calls.delete(`${path}/:id`, { config: { ...access, repeats: 'once' }, schema: { params: z.strictObject({ id }) } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        await removeFromPool(db, { owner: caller.id, at }, request.params.id)
        return true
      }))
}
