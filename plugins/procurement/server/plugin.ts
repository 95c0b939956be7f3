import { sql } from 'kysely'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { textAt } from '#kernel/values/value.ts'
import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { eventMonth } from '#plugins/forms/server/public-api.ts'
import { introducedSuppliers } from './introduced-suppliers.ts'
import { lastPrices } from './last-prices.ts'
import { costBasedProcurement } from '../types/costBasedProcurement/index.ts'
import { samples } from './samples.ts'

/** Warns about the first price of a material that has no approved sample of the supplier. */
const sampledMaterials: DocumentExtension = {
  concerns: ['purchasePrice'],

  async check(step) {
    const { node, value } = step
    const rows = rowsAt(value, 'items')
    if (node !== 'start' || value['priceAction'] !== 'new' || textAt(value, 'supplier') === undefined || rows.length === 0) return []
    const sampled = await approvedSamples(step, rows.flatMap((row) => textAt(row, 'material') ?? []))
    return rows.flatMap((row, index): FieldProblem[] => {
      const material = textAt(row, 'material')
      return material === undefined || sampled.has(material)
        ? []
        : [{ field: `items.${index}.material`, code: 'sourcing.notSampled', level: 'warn' }]
    })
  },
}

/** Materials with an approved or conditionally approved sample of the supplier. */
async function approvedSamples({ db, value }: DocumentStep, materials: readonly string[]): Promise<ReadonlySet<string>> {
  if (materials.length === 0) return new Set()
  const { rows } = await sql<{ material: string }>`
    select distinct value ->> 'material' as material from document
      where type = 'sampleReview' and state = 'completed' and value ->> 'supplier' = ${
    value['supplier']
  } and value ->> 'material' = any(${materials})
        and value ->> 'conclusion' in ('pass', 'conditional')`.execute(db)
  return new Set(rows.map(({ material }) => material))
}

/** Sets the sampling round: 1 plus the live sample reviews of the same material and supplier. */
const sampleRounds: DocumentExtension = {
  concerns: ['sampleReview'],

  prepare: async (step): Promise<{ round?: number }> => (step.filing === true ? { round: await roundOf(step) } : {}),
}

async function roundOf({ db, form, document, value }: DocumentStep): Promise<number> {
  const { material, supplier } = value
  if (typeof material !== 'string' || typeof supplier !== 'string' || material === '' || supplier === '') return 1
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document
      where type = ${form.key} and state in ('inApproval', 'completed') and id <> ${document.id} and value ->> 'material' = ${material}
        and value ->> 'supplier' = ${supplier}`
    .execute(db)
  return Number(rows[0]?.count ?? 0) + 1
}

/** Stores the total at filing, against which the buyer's final total is limited. */
const filedTotal: DocumentExtension = {
  concerns: ({ fields }) => fields['approvedTotalRmb'] !== undefined,

  async prepare({ filing, value }) {
    return filing ? { approvedTotalRmb: value['totalAmountRmb'] ?? null } : {}
  },
}

/** Budget month of a procurement: the month in which the goods are needed. */
const procurementMonth = eventMonth(costBasedProcurement.key, ({ needDate }) => needDate)

export default defineServer({ id: 'procurement', contributes: [samples],
  extensions: [filedTotal, procurementMonth, introducedSuppliers, lastPrices, sampledMaterials, sampleRounds] })
