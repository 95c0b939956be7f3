import { sql } from 'kysely'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { textAt } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** Warns about the first price of a material that has no approved sample of the supplier. */
export const sampledMaterials: DocumentExtension = {
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
