import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import './tables.ts'

/**
 * A new price is compared with the last one for the same customers, with the floor price and with the cost, all in the document's currency.
 */
export const comparedPrices: DocumentExtension = {
  concerns: ['salesPriceEntry'],

  async prepare(step) {
    const rows = rowsAt(step.value, 'items')
    if (step.filing !== true || rows.length === 0) return {}
    const materials = [...new Set(rows.map(({ material }) => material).filter((id): id is string => typeof id === 'string' && id !== ''))]
    const [last, bases] = [await lastApproved(step, materials), await basesOf(step.db, materials)]
    const converted = inCurrency(step.value['exchangeRate'])
    return {
      items: rows.map((row) => {
        const base = bases.get(String(row['material']))
        return { ...row, oldPrice: last.get(keyOf(row['material'], row['scaleQty'])) ?? null, floorPrice: converted(base?.floorPrice),
          cost: converted(base?.cost) }
      }),
    }
  },
}

/** Prices have up to six decimals. */
const decimals = 6

/** Amounts in RMB as amounts in a currency of this rate; nothing where there is no rate. */
const inCurrency = (sent: unknown) => (rmb: string | undefined): string | null => {
  const rate = typeof sent === 'string' || typeof sent === 'number' ? decimalOf(sent) : null
  return rmb === undefined || rate === null || rate.isZero() ? null : new Decimal(rmb).div(rate).toFixed(decimals)
}

/** A material and the quantity from which a price holds. */
const keyOf = (material: unknown, scaleQty: unknown): string =>
  `${String(material)} ${(decimalOf(typeof scaleQty === 'string' ? scaleQty : null) ?? new Decimal(0)).toString()}`

interface Base {
  readonly floorPrice: string
  readonly cost: string
}

async function basesOf(db: Db, materials: readonly string[]): Promise<ReadonlyMap<string, Base>> {
  if (materials.length === 0) return new Map()
  const rows = await db.selectFrom('sales_price_base').select(['material', 'floor_price as floorPrice', 'cost']).where('del_flag', '=', 0)
    .where('material', 'in', materials)
    .execute()
  return new Map(rows.map(({ material, ...base }) => [material, base]))
}

/** The newest approved price of each material and quantity; nothing where the newest document discontinues it. */
async function lastApproved({ db, form, document, value }: DocumentStep,
  materials: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { priceFor, salesOrg, channel, currencyType } = value as FormValue
  if (materials.length === 0 || typeof priceFor !== 'string') return new Map()
  const { rows } = await sql<{ material: string; scale: string; price: string | null }>`
    select distinct on (line ->> 'material', scale) line ->> 'material' as material,
      coalesce((line ->> 'scaleQty')::numeric, 0)::text as scale, line ->> 'newPrice' as price
      from document, jsonb_array_elements(document.value -> 'items') line
      where document.type = ${form.key} and document.state = 'completed' and document.id <> ${document.id}
        and document.value ->> 'priceFor' = ${priceFor} and document.value ->> 'salesOrg' = ${salesOrg ?? null}
        and document.value ->> 'channel' = ${channel ?? null} and document.value ->> 'currencyType' = ${currencyType ?? null}
        and line ->> 'material' = any(${materials})
      order by line ->> 'material', scale, document.ended_at desc`.execute(db)
  return new Map(rows.map(({ material, scale, price }) => [keyOf(material, scale), price]))
}
