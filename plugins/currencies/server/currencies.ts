import type { Db } from '#server/database/tables.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import './tables.ts'

export interface NewCurrency {
  readonly code: string
  readonly symbol: string
  readonly nameCn: string
  readonly nameEn: string
  readonly decimals?: number
  readonly enable?: boolean
  readonly by: string
  readonly at: Date
}

/** Currencies in which documents can be filed. */
export const currencies = (db: Db) => ({
  /** Inserts a currency, or updates the one with the same code. */
  async save({ code, symbol, nameCn, nameEn, decimals = 2, enable = true, by, at }: NewCurrency): Promise<void> {
    const values = { symbol, name_cn: nameCn, name_en: nameEn, decimals, enable, pinyin: pinyinOf(nameCn), update_by: by, update_time: at }
    await db
      .insertInto('currency')
      .values({ ...values, id: code, code, create_by: by, create_time: at })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ ...values, del_flag: 0, version: eb('currency.version', '+', 1) }))
      )
      .execute()
  },
})
