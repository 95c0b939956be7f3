import { sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** Sets the last prices from the newest completed contract with the same supplier in the same currency. */
export const lastUnitPrices: DocumentExtension = {
  concerns: ['purchaseContract'],

  async prepare(step) {
    const rows = rowsAt(step.value, 'items')
    const materials = [...new Set(rows.map(({ material }) => material).filter((id): id is string => typeof id === 'string' && id !== ''))]
    if (step.filing !== true || materials.length === 0) return {}
    const prices = await lastPrices(step, materials)
    return { items: rows.map((row) => ({ ...row, contractPrice: prices.get(String(row['material'])) ?? null })) }
  },
}

async function lastPrices({ db, form, document, value: { supplier, currencyType } }: DocumentStep,
  materials: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ material: string; price: string | null }>`
    select distinct on (line ->> 'material') line ->> 'material' as material, line ->> 'unitPrice' as price
      from document, jsonb_array_elements(document.value -> 'items') line
      where document.type = ${form.key} and document.state = 'completed' and document.id <> ${document.id}
        and document.value ->> 'supplier' = ${supplier ?? null} and document.value ->> 'currencyType' = ${currencyType ?? null}
        and line ->> 'material' = any(${materials})
      order by line ->> 'material', document.ended_at desc`.execute(db)
  return new Map(rows.flatMap(({ material, price }) => (price === null ? [] : [[material, price] as const])))
}
