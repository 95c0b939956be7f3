import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { DecimalText } from '#kernel/fields.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { base } from '../base.ts'
import './tables.ts'

/** yyyy-MM */
export type Month = string

/** The base currency's rate in the format of all rates: 6 decimals. */
const one: DecimalText = '1.000000'

export interface NewRate {
  readonly month: Month
  readonly currency: string
  readonly rate: DecimalText
  readonly locked?: boolean
  readonly by: string
  readonly at: Date
}

/** Exchange rates to RMB by month. */
export const rates = (db: Db) => ({
  /** RMB per unit, 6 decimals; undefined when finance has not set the month. */
  async find(currency: string, month: Month): Promise<DecimalText | undefined> {
    if (currency === base) return one
    const row = await ofMonth(db, currency, month).select('rate').executeTakeFirst()
    return row?.rate
  },

  /** @throws Refused `currencies.rateMissing` when finance has not set the month. */
  async ofMonth(currency: string, month: Month): Promise<DecimalText> {
    const rate = await rates(db).find(currency, month)
    if (rate === undefined) throw new Refused('currencies.rateMissing')
    return rate
  },

  /**
   * Marks a rate as used by a document; later changes of the month need a reason.
   * @throws Refused `currencies.rateChanged` when finance has changed it since the document was calculated
   */
  async use(currency: string, month: Month, rate: DecimalText): Promise<void> {
    if (currency === base) return
    const row = await ofMonth(db, currency, month).select(['id', 'locked', sql<boolean>`rate = ${rate}::numeric`.as('same')]).forUpdate()
      .executeTakeFirst()
    if (!row?.same) throw new Refused('currencies.rateChanged')
    if (!row.locked)
      await db.updateTable('exchange_rate').set((eb) => ({ locked: true, version: eb('version', '+', 1) })).where('id', '=', row.id)
        .execute()
  },

  /** Inserts or replaces a month's rate; for seeds and imports, which check locks themselves. */
  async save({ month, currency, rate, locked = false, by, at }: NewRate): Promise<void> {
    await db
      .insertInto('exchange_rate')
      .values({ id: newId(), year_month: month, currency, rate, locked, set_by: by, set_time: at, create_by: by, update_by: by,
        create_time: at, update_time: at })
      .onConflict((conflict) =>
        conflict.columns(['year_month', 'currency']).where('del_flag', '=', sql.lit(0)).doUpdateSet((eb) => ({ rate, locked, set_by: by,
          set_time: at, update_by: by, update_time: at, version: eb('exchange_rate.version', '+', 1) })
        )
      )
      .execute()
  },

  /** Copies the previous month's rates for currencies without one. Returns the number copied. */
  async copyPrevious(month: Month, { by, at }: Pick<NewRate, 'by' | 'at'>): Promise<number> {
    const copied = await db
      .insertInto('exchange_rate')
      .columns(['id', 'year_month', 'currency', 'rate', 'set_by', 'create_by', 'update_by', 'set_time', 'create_time', 'update_time'])
      .expression(
        ofPrevious(db, month).select([
          sql<string>`replace(gen_random_uuid()::text, '-', '')`.as('id'),
          sql<string>`${month}::text`.as('year_month'),
          'exchange_rate.currency',
          'rate',
          sql<string>`${by}::text`.as('set_by'),
          sql<string>`${by}::text`.as('create_by'),
          sql<string>`${by}::text`.as('update_by'),
          ...(['set_time', 'create_time', 'update_time'] as const).map((column) => sql<Date>`${at}::timestamptz`.as(column)),
        ]),
      )
      .onConflict((conflict) => conflict.columns(['year_month', 'currency']).where('del_flag', '=', sql.lit(0)).doNothing())
      .executeTakeFirst()
    return Number(copied.numInsertedOrUpdatedRows ?? 0)
  },
})

const ofMonth = (db: Db, currency: string, month: Month) =>
  db.selectFrom('exchange_rate').where('currency', '=', currency).where('year_month', '=', month).where('del_flag', '=', 0)

/** Rates of the previous month, enabled currencies only. */
const ofPrevious = (db: Db, month: Month) =>
  db
    .selectFrom('exchange_rate')
    .innerJoin('currency', 'currency.code', 'exchange_rate.currency')
    .where('currency.enable', '=', true)
    .where('exchange_rate.del_flag', '=', 0)
    .where('year_month', '=', monthBefore(month))

/** The previous month, as yyyy-MM. */
export function monthBefore(month: Month): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}
