import { sql } from 'kysely'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import type { DecimalText } from '#kernel/fields.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { countDrafts } from '#server/identity/personal/drafts.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { base } from '../base.ts'
import { exchangeRate } from '../exchange-rate.ts'
import type { RateCell, RateRow } from '../rate-row.ts'
import type { Month } from './rates.ts'
import { rateRules } from './rules.ts'
import './tables.ts'

/** All currencies with their rates of a year, and of the December before for comparison. */
export async function rateYear({ db, plugins }: Pick<Host, 'db' | 'plugins'>, year: number): Promise<RateRow[]> {
  const rows = await db
    .selectFrom('currency')
    .leftJoin('exchange_rate as rate',
      (join) =>
        join.onRef('rate.currency', '=', 'currency.code').on('rate.del_flag', '=', 0).on('rate.year_month', '>=', `${year - 1}-12`).on(
          'rate.year_month',
          '<=',
          `${year}-12`,
        ))
    .select(['currency.code', 'currency.symbol', 'currency.name_cn', 'currency.name_en', 'currency.enable'])
    .select(['rate.year_month', 'rate.version', 'rate.rate', 'rate.locked', 'rate.set_by', 'rate.set_time'])
    .where('currency.del_flag', '=', 0)
    .orderBy(sql`currency.code <> ${base}`)
    .orderBy('currency.code')
    .orderBy('rate.year_month')
    .execute()
  const drafts = await countDrafts(db, currencyFields(plugins))
  return [...listsByKey(rows.map((row) => [row.code, row] as const)).values()].map((ofOne) => {
    const { code, symbol, name_cn: nameCn, name_en: nameEn, enable } = ofOne[0]!
    const cells = ofOne.flatMap(({ year_month: month, version, rate, locked, set_by: setBy, set_time: setTime }): RateCell[] =>
      month === null || rate === null ? [] : [{ month, version: version!, rate, locked: locked!, setBy, setTime: nowOf(setTime!) }]
    )
    return { currency: code, symbol, nameCn, nameEn, enable, drafts: drafts.get(code) ?? 0, cells }
  })
}

/** Key of the currency field, by form key. */
const currencyFields = (plugins: Host['plugins']): Readonly<Record<string, string>> =>
  Object.fromEntries(plugins.flatMap(({ forms }) => forms).flatMap((form) => {
    const key = currencyKey(form)
    return key === undefined ? [] : [[form.key, key]]
  }))

export interface NewMonth {
  readonly month: Month
  readonly rates: readonly { readonly currency: string; readonly rate: DecimalText; readonly version?: number | null }[]
  readonly reason?: string | null
}

/**
 * Sets changed rates of a month, all or none. Returns the previous rates by currency.
 * @throws StateMoved when a rate was changed in the meantime; Refused at `rates.{index}.rate` or `reason`
 */
export async function setMonth(db: Db, { month, rates, reason }: NewMonth, writer: Writer): Promise<Readonly<Record<string, unknown>>> {
  const all = records(exchangeRate, rateRules)
  const before: (readonly [string, unknown])[] = []
  const saved = new Map(
    (await db.selectFrom('exchange_rate').select(['id', 'currency', 'version']).where('year_month', '=', month).where('del_flag', '=', 0)
      .execute()).map((
        row,
      ) => [row.currency, row]),
  )
  for (const [index, { currency, rate, version }] of rates.entries()) {
    const row = saved.get(currency)
    if (row?.version !== (version ?? undefined)) throw new StateMoved(undefined, 'error.recordChanged')
    const value = { yearMonth: month, currency, rate, reason: reason ?? null }
    const write = row
      ? all.update(db, { ...value, id: row.id, version: row.version }, writer)
      : all.insert(db, value, writer).then(() => undefined)
    const stood = await write.catch((error: unknown) => {
      throw error instanceof Refused ? atRow(error, index) : error
    })
    if (stood) before.push([currency, stood['rate']])
  }
  return Object.fromEntries(before)
}

/** Moves a problem to the row of its currency; problems with the reason, which is shared by all rows, keep their field. */
const atRow = (error: Refused, index: number) =>
  new Refused(error.code, error.parameters,
    error.fields.map((problem) => (problem.field === 'reason' ? problem : { ...problem, field: `rates.${index}.${problem.field}` })))
