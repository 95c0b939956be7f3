import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { found, pageOf, type SapAnswer, unknown } from './answer.ts'
import './tables.ts'

/** The credit limits of customers, RMB, by their level. */
const limits: Readonly<Record<string, number>> = { A: 8_000_000, B: 3_000_000, C: 800_000 }
const usualLimit = 1_500_000

/** Credit and receivables of a customer: the same on every day, up to nine tenths of the limit. */
export async function creditOf(db: Db, code: string): Promise<SapAnswer> {
  const row = await db.selectFrom('customer').selectAll().where('code', '=', code).where('del_flag', '=', 0).executeTakeFirst()
  if (!row) return unknown
  const limit = limits[String(row.level ?? '')] ?? usualLimit
  return found({ customer: code, limit: limit.toFixed(2), receivables: ((limit * (sumOf(code) % 91)) / 100).toFixed(2) })
}

const sumOf = (code: string): number => [...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 9_973

/** Prices that were posted, the newest first; narrowed by vendor, material, plant and currency. */
export async function infoRecordsOf(db: Db, query: URLSearchParams): Promise<SapAnswer> {
  const conditions = ['vendor', 'material', 'plant', 'currency'].flatMap((
    name,
  ) => (query.get(name) ? [[name, query.get(name)] as const] : []))
  const rows = await db.selectFrom('demo_sap_record').select('body').where('path', '=', '/info-records').where('taken_back_at', 'is', null)
    .where((eb) => eb.and(conditions.map(([name, value]) => sql<boolean>`body ->> ${name} = ${value}`)))
    .orderBy(sql`body ->> 'validFrom'`, 'desc').orderBy('id', 'desc').limit(200).execute()
  const records = rows.map(({ body }) => body as Readonly<Record<string, unknown>>).filter(({ price }) =>
    price !== null && price !== undefined
  )
  return pageOf(
    records.map(({ vendor, material, plant, currency, price, priceUnit, unit, validFrom }) => ({ vendor, material, plant, currency,
      price: String(price), priceUnit: Number(priceUnit), unit, validFrom })
    ),
    query,
  )
}
