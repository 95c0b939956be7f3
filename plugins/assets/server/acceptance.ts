import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Numbers accepted assets, and limits the acceptances of a purchase to its amount. */
export const acceptance: DocumentExtension = {
  concerns: ['assetsAcceptance'],

  prepare: async (
    { db, form, node, value, at },
  ) => (node === 'assetAdmin'
    ? { items: await numbered(db, rowsAt(value, 'items'), { type: form.key, year: todayOf(at).slice(0, 4) }) }
    : {}),

  check: async (step) => (step.node === 'start' ? beyondPurchase(step) : []),
}

/** Problem where the live acceptances of a purchase exceed its amount (RMB with tax); a framework contract has no limit. */
async function beyondPurchase({ db, form, document, value }: DocumentStep): Promise<FieldProblem[]> {
  const [purchase] = Array.isArray(value['purchaseDoc']) ? (value['purchaseDoc'] as readonly string[]) : []
  if (purchase === undefined || value['assetSource'] !== 'purchase') return []
  // serialises documents filed at the same time
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

/** Amount as a decimal; 0 where it is empty or invalid, which the field itself reports. */
const amountOf = (amount: unknown): Decimal => decimalOf(typeof amount === 'string' ? amount : null) ?? new Decimal(0)

/** Adds missing asset numbers by class and year, such as `3100-2026-0001`. Uses an advisory lock, so that numbers are unique. */
async function numbered(db: Db, rows: readonly FormValue[],
  { type, year }: { readonly type: string; readonly year: string }): Promise<FormValue[]> {
  const next = new Map<string, number>()
  const answer: FormValue[] = []
  for (const row of rows) {
    const prefix = `${String(row['assetClass'])}-${year}-`
    if (!isEmpty(row['assetNo'])) answer.push(row)
    else {
      const number = next.get(prefix) ?? (await lastOf(db, type, prefix)) + 1
      next.set(prefix, number + 1)
      answer.push({ ...row, assetNo: `${prefix}${String(number).padStart(4, '0')}` })
    }
  }
  return answer
}

const isEmpty = (held: unknown): boolean => typeof held !== 'string' || held.trim() === ''

async function lastOf(db: Db, type: string, prefix: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`asset number ${prefix}`}, 0))`.execute(db)
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(right(item ->> 'assetNo', 4)::integer), 0) as last
      from document, jsonb_array_elements(document.value -> 'items') item
      where document.type = ${type} and item ->> 'assetNo' ~ ${`^${prefix}[0-9]{4}$`}`.execute(db)
  return rows[0]?.last ?? 0
}
