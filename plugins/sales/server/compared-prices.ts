import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { RecordTable } from '#server/resources/columns.ts'

interface PriceBaseTable extends RecordTable {
  material: string
  /** RMB per base unit, six decimals. */
  floor_price: string
  cost: string
  remark: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    sales_price_base: PriceBaseTable
  }
}

/** Sets the last approved price for the same customers, the floor price and the cost of each row, in the document's currency. */
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

/** Decimals of prices. */
const decimals = 6

/** Converts RMB amounts to a currency by its rate; null without a rate. */
const inCurrency = (sent: unknown) => (rmb: string | undefined): string | null => {
  const rate = typeof sent === 'string' || typeof sent === 'number' ? decimalOf(sent) : null
  return rmb === undefined || rate === null || rate.isZero() ? null : new Decimal(rmb).div(rate).toFixed(decimals)
}

/** Key of a material and its scale quantity. */
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

/** Last approved price by material and scale quantity, from the newest completed document; null where that one discontinues it. */
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
