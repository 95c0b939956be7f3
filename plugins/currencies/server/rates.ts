import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { DecimalText, Fields } from '#kernel/fields.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { base } from '../exchange-rate.ts'
import './tables.ts'
import { cn, en } from '../texts.ts'

/** yyyy-MM */
export type Month = string

/** The base currency's rate in the format of all rates: 6 decimals. */
const one: DecimalText = '1.000000'

interface NewRate {
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

/** Maximum number of changes returned per month and currency. */
const most = 50

/** Append-only history of corrected rates. */
export const rateChanges = (db: Db) => ({
  async add({ value, by, at }: RecordStep, before: FormValue): Promise<void> {
    await db
      .insertInto('exchange_rate_change')
      .values({
        year_month: String(before['yearMonth']),
        currency: String(before['currency']),
        before: String(before['rate']),
        after: String(value['rate']),
        reason: (value['reason'] as string | null | undefined) ?? null,
        changed_by: by,
        changed_at: at,
      })
      .execute()
  },

  /** Corrections of a currency's rate in a month, newest first. */
  async of(currency: string, month: Month) {
    const rows = await db
      .selectFrom('exchange_rate_change')
      .selectAll()
      .where('year_month', '=', month)
      .where('currency', '=', currency)
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ id, before, after, reason, changed_by: by, changed_at: at }) => ({ id, before, after, reason, by, at: nowOf(at) }))
  },
})

/**
 * Sets the exchange rate of the month in which a document is filed. The rate is then frozen, and read again when the document is filed
 * again.
 */
export const freezeRate: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => currencyKey({ fields }) !== undefined && rateKey(fields) !== undefined,

  async prepare(step) {
    const key = rateKey(step.form.fields)!
    if (!isFiling(step)) return { [key]: step.before?.[key] ?? null }
    const currency = currencyOf(step)
    const rate = currency && (await rates(step.db).find(currency, monthOf(step)))
    return { [key]: rate ?? null }
  },

  async check(step) {
    const rate = decimalOf(rateOf(step))
    if (currencyOf(step) === undefined || rate?.gt(0)) return []
    // with the message, so that an identical one of the form's own rule is not shown twice
    const code = 'currencies.rateMissing'
    return [{ field: currencyKey(step.form)!, code, message: { cn: cn[code], en: en[code] } }]
  },

  async onSubmit(step) {
    const currency = currencyOf(step)
    if (currency) await rates(step.db).use(currency, monthOf(step), rateOf(step))
  },
}

const isFiling = ({ filing, before }: DocumentStep): boolean => filing ?? before === undefined

const monthOf = ({ at }: DocumentStep) => todayOf(at).slice(0, 7)

const rateKey = (fields: Fields): string | undefined => keyAs(fields, 'exchangeRate')

const rateOf = ({ form, value }: DocumentStep): string => String(value[rateKey(form.fields) ?? ''] ?? '')

function currencyOf({ form, value }: DocumentStep): string | undefined {
  const currency = value[currencyKey(form) ?? '']
  return typeof currency === 'string' && currency !== '' ? currency : undefined
}

/** Rules of currencies: the code is the id and cannot change. */
export const currencyRules: RecordRules = {
  identify: ({ code }) => String(code),
  async prepare({ value, before }) {
    if (before && value['code'] !== before['code']) throw refusedAt('currencies.codeFixed', 'code')
    return {}
  },
}

/** Rules of rates: month and currency cannot change, and a used rate changes with a reason only. */
export const rateRules: RecordRules = {
  async prepare(step) {
    if (step.value['currency'] === base) throw refusedAt('currencies.baseRate', 'currency')
    if (movesRate(step)) throw refusedAt('currencies.monthFixed', 'yearMonth')
    if (!changesRate(step)) return {}
    if (step.before?.['locked'] === true && !step.value['reason']) throw refusedAt('currencies.reasonRequired', 'reason')
    if (step.before) await rateChanges(step.db).add(step, step.before)
    return { setBy: step.by, setTime: nowOf(step.at) }
  },
  /** Refuses to change used rates by an import, which has no reason for each change. */
  async imports(step) {
    if (step.before?.['locked'] === true && changesRate(step)) throw refusedAt('currencies.lockedForImport', 'rate')
  },
}

const movesRate = ({ value, before }: RecordStep): boolean =>
  before !== undefined && (value['yearMonth'] !== before['yearMonth'] || value['currency'] !== before['currency'])

function changesRate({ value, before }: RecordStep): boolean {
  const now = decimalOf(String(value['rate'] ?? ''))
  return !now || !decimalOf(String(before?.['rate'] ?? ''))?.eq(now)
}

const refusedAt = (code: string, field: string) => new Refused(code, {}, [{ field, code }])
