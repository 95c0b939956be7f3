import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { numbered } from './numbering.ts'

/** Assets are numbered, and all that is accepted of a purchase stays within it. */
export const acceptance: DocumentExtension = {
  concerns: ['assetsAcceptance'],

  prepare: async (
    { db, form, node, value, at },
  ) => (node === 'assetAdmin'
    ? { items: await numbered(db, rowsAt(value, 'items'), { type: form.key, year: todayOf(at).slice(0, 4) }) }
    : {}),

  check: async (step) => (step.node === 'start' ? beyondPurchase(step) : []),
}

/** Total of the live acceptances of one purchase, RMB with tax; a framework contract sets no limit. */
async function beyondPurchase({ db, form, document, value }: DocumentStep): Promise<FieldProblem[]> {
  const [purchase] = Array.isArray(value['purchaseDoc']) ? (value['purchaseDoc'] as readonly string[]) : []
  if (purchase === undefined || value['assetSource'] !== 'purchase') return []
  // of two that are filed at once, the second sees the first
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assets of ${purchase}`}, 0))`.execute(db)
  const bought = await db.selectFrom('document').select('amount').where('id', '=', purchase).executeTakeFirst()
  const limit = amountOf(bought?.amount)
  const total = amountOf(value['totalGross']).plus(await acceptedOf(db, purchase, { type: form.key, besides: document.id }))
  return limit.gt(0) && total.gt(limit) ? [{ field: 'items', code: 'assets.beyondContract' }] : []
}

async function acceptedOf(db: Db, purchase: string,
  { type, besides }: { readonly type: string; readonly besides: string }): Promise<string> {
  const { accepted } = await db
    .selectFrom('document')
    .select(sql<string>`coalesce(sum((value->>'totalGross')::numeric), 0)`.as('accepted'))
    .where('type', '=', type)
    .where('state', 'in', ['inApproval', 'completed'])
    .where('id', '<>', besides)
    .where(sql<boolean>`value->'purchaseDoc' ? ${purchase}`)
    .executeTakeFirstOrThrow()
  return accepted
}

/** An amount; 0 where there is none, or it is no number, which its field refuses. */
const amountOf = (amount: unknown): Decimal => decimalOf(typeof amount === 'string' ? amount : null) ?? new Decimal(0)
