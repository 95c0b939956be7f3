import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { disbursement } from '#plugins/forms/types/payments/disbursement/index.ts'

/** A payment for procurements goes to one of their suppliers. */
export const linkedSuppliers: DocumentExtension = {
  concerns: [disbursement.key],

  async check({ db, value: { supplier, procurementLinks }, filing }): Promise<FieldProblem[]> {
    const links = Array.isArray(procurementLinks) ? (procurementLinks as readonly string[]) : []
    if (!filing || typeof supplier !== 'string' || links.length === 0) return []
    const linked = await db.selectFrom('document').select('value').where('id', 'in', [...links]).execute()
    const suppliers = linked.map(({ value }) =>
      rowsAt(value, 'items').flatMap((row) => (typeof row['supplier'] === 'string' ? [row['supplier']] : []))
    )
    return suppliers.some((known) => known.length > 0 && !known.includes(supplier))
      ? [{ field: 'supplier', code: 'forms.otherSupplier' }]
      : []
  },
}
