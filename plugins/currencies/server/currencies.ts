import type { FieldProblem } from '#kernel/errors.ts'
import { cellPath } from '#kernel/evaluate/path.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { decimalOf } from '#kernel/values/money.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import './tables.ts'
import { base } from '../exchange-rate.ts'

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

/** Limits entered amounts to the decimals of their currency; unit prices are exempt. */
export const currencyDecimals: DocumentExtension = {
  concerns: (form) => currencyKey(form) !== undefined,

  async check({ db, form, value, before, filing }: DocumentStep): Promise<FieldProblem[]> {
    const currency = textAt(value, currencyKey(form) ?? '')
    if (currency === undefined || currency === base) return []
    const known = await db.selectFrom('currency').select('decimals').where('code', '=', currency).executeTakeFirst()
    if (!known || known.decimals >= 2) return []
    // unchanged amounts filed under an earlier rule are accepted
    const kept = new Set(filing || !before ? [] : amountsOf(form.fields, before).map(identityOf))
    return amountsOf(form.fields, value)
      .filter((amount) => !kept.has(identityOf(amount)) && (decimalOf(amount.text)?.decimalPlaces() ?? 0) > known.decimals)
      .map((amount) => tooPrecise(amount, currency, known.decimals))
  },
}

const tooPrecise = ({ path, field }: Amount, currency: string, decimals: number): FieldProblem =>
  decimals === 0
    ? { field: path, code: 'currencies.wholeAmounts', parameters: { currency } }
    : { field: path, code: 'field.decimals', parameters: { label: bilingual(field), n: decimals } }

interface Amount {
  readonly path: string
  readonly row: string | undefined
  readonly name: string
  readonly field: FieldDefinition
  readonly text: string
}

const identityOf = ({ row, name, text }: Amount): string => `${row ?? ''} ${name} ${text}`

function amountsOf(fields: Fields, value: FormValue): Amount[] {
  return Object.entries(fields).flatMap(([key, field]) => [
    ...amountOf({ path: key, row: undefined, name: key, field }, value[key]),
    ...rowsAt(value, key).flatMap((row, index) =>
      Object.entries(field.columns ?? {}).flatMap(([column, each]) =>
        amountOf({ path: cellPath(key, index, column), row: rowIdOf(row), name: `${key}.${column}`, field: each }, row[column])
      )
    ),
  ])
}

function amountOf(cell: Omit<Amount, 'text'>, text: unknown): Amount[] {
  const { kind, value, system, each, rmb } = cell.field
  const isEntered = kind === 'money' && value === undefined && !system && !each && !rmb
  return isEntered && typeof text === 'string' ? [{ ...cell, text }] : []
}
