import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** Sets the last approved price of each material for the same supplier, plant and currency. */
export const lastPrices: DocumentExtension = {
  concerns: ['purchasePrice'],

  async prepare(step) {
    const rows = rowsAt(step.value, 'items')
    if (step.filing !== true || rows.length === 0) return {}
    const prices = await lastApproved(step, rows)
    return { items: rows.map((row) => ({ ...row, approvedPrice: priceFor(row, prices.get(String(row['material']))) })) }
  },
}

/** Decimals of prices in the forms. */
const decimals = 6

/** Converts a price per piece to the row's price unit. */
const priceFor = ({ priceUnit }: FormValue, each: Decimal | undefined): string | null =>
  each === undefined || typeof priceUnit !== 'number' ? null : each.times(priceUnit).toFixed(decimals)

/** Last approved price per piece, by material, from the newest completed document; none where that one has no price (discontinued). */
async function lastApproved({ db, form, document, value }: DocumentStep, rows: readonly FormValue[]): Promise<Map<string, Decimal>> {
  const { supplier, factory, currencyType } = value
  const materials = [...new Set(rows.map(({ material }) => material).filter((id): id is string => typeof id === 'string' && id !== ''))]
  if (materials.length === 0 || typeof supplier !== 'string' || typeof factory !== 'string') return new Map()
  const { rows: found } = await sql<{ material: string; price: string | null; unit: string | null }>`
    select distinct on (line ->> 'material') line ->> 'material' as material, line ->> 'newPrice' as price, line ->> 'priceUnit' as unit
      from document, jsonb_array_elements(document.value -> 'items') line
      where document.type = ${form.key} and document.state = 'completed' and document.id <> ${document.id}
        and document.value ->> 'supplier' = ${supplier} and document.value ->> 'factory' = ${factory}
          and document.value ->> 'currencyType' = ${currencyType ?? null}
        and line ->> 'material' = any(${materials})
      order by line ->> 'material', document.ended_at desc`.execute(db)
  return new Map(
    found.flatMap(({ material, price, unit }) => (price === null || unit === null ? [] : [[material, new Decimal(price).div(unit)]])),
  )
}
