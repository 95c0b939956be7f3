import { Decimal } from 'decimal.js'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf, moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { DataAudit } from '#server/plugin.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { entriesOf, type EntryKind, entryProblems, lastOf, openAmounts, recorded, shownEntries, sumOf } from './dated-entries.ts'

/** Payment method for cash. */
const cash = '4'

/** Values of the payment status. */
const [partlyPaid, paid] = ['1', '2']

const part: EntryKind = {
  node: 'partPayment',
  table: 'partPayments',
  requested: 'partAsked',
  inputs: { reverses: 'partReverses', date: 'partDate', amount: 'partAmount', note: 'partNote', receipt: 'partReceipt' },
  codes: { undated: 'forms.partUndated', dateOutside: 'forms.partDateOutside', notReversible: 'forms.partNotReversible' },
  // the first payment, which the cashier entered at the payment node
  carried({ payStatus, amountPaid, payDate, bankReceipt }) {
    const isPart = payStatus === partlyPaid && typeof amountPaid === 'string'
    return isPart
      ? { rowId: 'first', entryNo: '1', paidOn: payDate ?? null, amount: amountPaid, reverses: null, note: null,
        receipt: bankReceipt ?? null, recordedBy: null, recordedAt: null }
      : undefined
  },
}

/** Appends partial payments, and sets the paid amount and the payment status to their sum. */
export const partPayments: DocumentExtension = {
  concerns: [disbursement.key],

  async prepare(step): Promise<FormValue> {
    // filing again starts without payments
    if (step.filing) return rowsAt(step.before ?? {}, part.table).length > 0 ? { [part.table]: [] } : {}
    if (step.node !== part.node) return {}
    const { entries, inputs } = recorded(part, step)
    const amountPaid = sumOf(entries)
    return { ...inputs, [part.table]: entries, amountPaid,
      payStatus: decimalOf(amountPaid)?.eq(String(step.value['totalAmount'])) ? paid : partlyPaid }
  },

  async check(step) {
    if (step.node !== part.node) return []
    const entry = lastOf(part, step)
    const problems = [...entryProblems(part, step), ...receiptProblem(step.value, entry)]
    return problems.some(({ field }) => field === part.inputs.reverses) ? problems : [...problems, ...(await amountProblem(step, entry))]
  },

  disclosed: async ({ value }) => shownEntries(part, value),
}

/** Recorded partial payments; empty for a payment in full. */
const partsOf = (value: FormValue): readonly FormValue[] => entriesOf(part, value)

/** Problem with the appended amount. The document and the claims that write it off are locked, so the amounts are current. */
async function amountProblem(step: DocumentStep, { amount, reverses }: FormValue): Promise<FieldProblem[]> {
  const figure = decimalOf(amount as string | null)
  if (reverses !== null) return (await isUsed(step, figure)) ? [{ field: part.inputs.reverses, code: 'forms.partUsed' }] : []
  if (!figure?.gt(0)) return [{ field: part.inputs.amount, code: 'forms.partWithoutAmount' }]
  const unpaid = new Decimal(String(step.value['totalAmount'])).minus(sumOf(partsOf(step.before ?? {})))
  return figure.gt(unpaid) ? [{ field: part.inputs.amount, code: 'forms.paysTooMuch' }] : []
}

/** Problem where a payment other than cash has no receipt. */
function receiptProblem({ payMethod }: FormValue, { reverses, receipt }: FormValue): FieldProblem[] {
  const isMissing = reverses === null && payMethod !== cash && (!Array.isArray(receipt) || receipt.length === 0)
  return isMissing ? [{ field: part.inputs.receipt, code: 'forms.partWithoutReceipt' }] : []
}

/** Returns whether a reversal would make the open amount of an advance negative. */
async function isUsed({ db, document, value }: DocumentStep, negative: Decimal | null): Promise<boolean> {
  if (!['1', '2'].includes(String(value['disburseKind'])) || !negative) return false
  const left = (await openAmounts(db, [document.id])).get(document.id) ?? new Decimal(0)
  return left.plus(negative).lt(0)
}

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
    return step.node === repayment.node
      ? [...entryProblems(repayment, step), ...(await repaymentProblem(step, lastOf(repayment, step)))]
      : []
  },

  disclosed: async ({ value }) => shownEntries(repayment, value),
}

/** Recorded repayments. */
export const repaymentsOf = (value: FormValue): readonly FormValue[] => entriesOf(repayment, value)

/** Problem where a repayment exceeds the open amount. The document and the claims that write it off are locked. */
async function repaymentProblem({ db, document }: DocumentStep, { amount, reverses }: FormValue): Promise<FieldProblem[]> {
  if (reverses !== null) return []
  const repaid = decimalOf(amount as string | null)
  if (!repaid?.gt(0)) return [{ field: repayment.inputs.amount, code: 'forms.repaymentWithoutAmount' }]
  const left = (await openAmounts(db, [document.id])).get(document.id) ?? new Decimal(0)
  return repaid.gt(left) ? [{ field: repayment.inputs.amount, code: 'forms.repaysTooMuch' }] : []
}

/** Audit that recalculates partial payments and repayments from their entries, and compares them with the stored amounts. */
export const repaymentAudit: DataAudit = {
  name: 'repayments of advances',
  async run(db) {
    const rows = await db
      .selectFrom('document').select(['number', 'value', 'claimable'])
      .where('type', '=', disbursement.key)
      .where((eb) =>
        eb.or([eb(eb.ref('value', '->>').key('repayAmount'), 'is not', null),
          eb(eb.ref('value', '->>').key('partPayments'), 'is not', null)])
      )
      .orderBy('number')
      .execute()
    return { checked: rows.length, mismatches: rows.flatMap(mismatchesOf) }
  },
}

interface PaymentRecord {
  readonly number: string
  readonly value: FormValue
  readonly claimable: string | null
}

const mismatchesOf = (row: PaymentRecord): string[] => [...repaymentMismatches(row), ...partMismatches(row)]

function repaymentMismatches({ number, value, claimable }: PaymentRecord): string[] {
  const repaid = sumOf(repaymentsOf(value))
  const said = String(value['repayAmount'] ?? '0')
  const open = ['1', '2'].includes(String(value['disburseKind'])) ? decimalOf(paidOf(value))?.minus(repaid).toFixed(2) : '0.00'
  return [
    ...(decimalOf(said)?.eq(repaid) ? [] : [`${number}: repaid ${said}, its entries say ${repaid}`]),
    ...(claimable === null || claimable === open ? [] : [`${number}: ${claimable} may be written off, paid less repaid is ${open}`]),
  ]
}

function partMismatches({ number, value }: PaymentRecord): string[] {
  const [paid, parts] = [paidOf(value), partsOf(value)]
  return parts.length === 0 || decimalOf(paid)?.eq(sumOf(parts)) ? [] : [`${number}: paid ${paid}, its entries say ${sumOf(parts)}`]
}

const paidOf = ({ payStatus, amountPaid, totalAmount }: FormValue): string =>
  String(payStatus === '1' && amountPaid ? amountPaid : totalAmount)
