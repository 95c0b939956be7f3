import { Decimal } from 'decimal.js'
import type { FieldProblem } from '#kernel/errors.ts'
import { decimalOf, moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { entriesOf, type EntryKind, entryProblems, lastOf, recorded, shownEntries, sumOf } from './dated-entries.ts'
import { openAmounts } from './open-amounts.ts'

const repayment: EntryKind = {
  node: 'repayment',
  table: 'repayments',
  requested: 'repaymentAsked',
  inputs: { reverses: 'repaymentReverses', date: 'repaymentDate', amount: 'repaymentAmount', note: 'repaymentNote',
    receipt: 'repaymentReceipt' },
  codes: { undated: 'forms.repaymentUndated', dateOutside: 'forms.repaymentDateOutside', notReversible: 'forms.repaymentNotReversible' },
  // earlier payments, which stored a single total
  carried({ repayAmount }) {
    const figure = decimalOf(repayAmount as string | null)
    return figure?.gt(0)
      ? { rowId: 'carried', entryNo: '1', paidOn: null, amount: moneyText(figure), reverses: null, note: null, receipt: null,
        recordedBy: null, recordedAt: null }
      : undefined
  },
}

/** Appends repayments of advances, which reduce the open amount by their sum. */
export const repayments: DocumentExtension = {
  concerns: [disbursement.key],

  async prepare(step): Promise<FormValue> {
    if (step.node !== repayment.node) return {}
    const { entries, inputs } = recorded(repayment, step)
    return { ...inputs, [repayment.table]: entries, repayAmount: sumOf(entries) }
  },

  async check(step) {
    return step.node === repayment.node ? [...entryProblems(repayment, step), ...(await amountProblem(step, lastOf(repayment, step)))] : []
  },

  disclosed: async ({ value }) => shownEntries(repayment, value),
}

/** Recorded repayments. */
export const repaymentsOf = (value: FormValue): readonly FormValue[] => entriesOf(repayment, value)

/** Problem where a repayment exceeds the open amount. The document and the claims that write it off are locked. */
async function amountProblem({ db, document }: DocumentStep, { amount, reverses }: FormValue): Promise<FieldProblem[]> {
  if (reverses !== null) return []
  const repaid = decimalOf(amount as string | null)
  if (!repaid?.gt(0)) return [{ field: repayment.inputs.amount, code: 'forms.repaymentWithoutAmount' }]
  const left = (await openAmounts(db, [document.id])).get(document.id) ?? new Decimal(0)
  return repaid.gt(left) ? [{ field: repayment.inputs.amount, code: 'forms.repaysTooMuch' }] : []
}
