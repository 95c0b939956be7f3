import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { disbursement } from '#plugins/forms/types/payments/disbursement/index.ts'

/** An invoice that was promised and is overdue keeps its applicant from the next payment to the same supplier. */
export const promisedInvoices: DocumentExtension = {
  concerns: [disbursement.key],

  async check(step): Promise<FieldProblem[]> {
    const { value: { supplier }, filing } = step
    if (!filing || typeof supplier !== 'string') return []
    const numbers = await overdueAt(step, supplier)
    return numbers.length > 0 ? [{ field: 'supplier', code: 'forms.promisedInvoice', parameters: { no: numbers.join(', ') } }] : []
  },
}

/** Numbers of the applicant's live payments to a supplier whose invoices should have come by now. */
async function overdueAt({ db, at, document, value }: DocumentStep, supplier: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select(['number', 'value'])
    .where('type', '=', disbursement.key)
    .where('state', 'in', ['inApproval', 'completed'])
    .where('applicant', '=', String(value['applicant']))
    .where('id', '<>', document.id)
    .where((eb) => eb(eb.ref('value', '->>').key('supplier'), '=', supplier))
    .orderBy('number')
    .execute()
  const today = todayOf(at)
  return rows.filter(({ value: paid }) => rowsAt(paid, 'items').some((row) => isOwed(row, today))).map(({ number }) => number)
}

function isOwed({ invoiceLater, invoiceDueDate, invoiceNo }: FormValue, today: string): boolean {
  const isMissing = typeof invoiceNo !== 'string' || invoiceNo === ''
  return invoiceLater === true && isMissing && typeof invoiceDueDate === 'string' && invoiceDueDate < today
}
