import { nowOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordStep } from '#server/resources/rules.ts'
import type { Month } from './rates.ts'
import './tables.ts'

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
