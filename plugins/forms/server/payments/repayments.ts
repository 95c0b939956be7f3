import { Decimal } from 'decimal.js'
import { nowOf, todayOf } from '../../../../src/kernel/dates.ts'
import type { FieldProblem } from '../../../../src/kernel/errors.ts'
import { rowsAt } from '../../../../src/kernel/evaluate/rows.ts'
import { decimalOf, moneyText, sumMoney } from '../../../../src/kernel/money.ts'
import type { FormValue } from '../../../../src/kernel/value.ts'
import type { DocumentExtension, DocumentStep } from '../../../../server/document-extension.ts'
import { disbursement } from '../../types/payments/disbursement/index.ts'
import { leftOf } from './left-of.ts'

/** The follow-up that records one. */
const node = 'repayment'

/** What the next entry is made of; empty once it is recorded. */
const empty = { repaymentReverses: null, repaymentDate: null, repaymentAmount: null, repaymentNote: null, repaymentReceipt: null } as const

/** Repayments of advances: each is appended to those before it, and what is open shrinks by their sum. */
export const repayments: DocumentExtension = {
  concerns: ({ key }) => key === disbursement.key,

  async prepare(step): Promise<FormValue> {
    if (step.node !== node) return {}
    const entries = [...repaymentsOf(step.before ?? {}), entryOf(step)]
    return { ...empty, repayments: entries, repayAmount: repaidIn(entries) }
  },

  async check(step) {
    return step.node === node ? problemsOf(step) : []
  },

  /** The entries, and that the next one is asked for; the inputs are left out, for the next one begins with what the form proposes. */
  async shown({ value }) {
    const entries = repaymentsOf(value)
    return { ...Object.fromEntries(Object.keys(empty).map((key) => [key, undefined])), repaymentAsked: true, ...(entries.length > 0 ? { repayments: entries } : {}) }
  },
}

/** The recorded entries. Payments of the time when one figure was kept carry it as their first. */
export function repaymentsOf(value: FormValue): readonly FormValue[] {
  const entries = rowsAt(value, 'repayments')
  const carried = decimalOf(value['repayAmount'] as string | null)
  return entries.length > 0 || !carried?.gt(0) ? entries : [{ rowId: 'carried', entryNo: '1', paidOn: null, amount: moneyText(carried), reverses: null, note: null, receipt: null, recordedBy: null, recordedAt: null }]
}

/** The sum of entries, reversed ones and their reversals included. */
export const repaidIn = (entries: readonly FormValue[]): string => moneyText(sumMoney(entries.map(({ amount }) => amount as string | null)))

function entryOf({ value, before = {}, actor, at }: DocumentStep): FormValue {
  const { repaymentReverses: reverses, repaymentDate: paidOn, repaymentAmount, repaymentNote: note, repaymentReceipt: receipt } = { ...empty, ...definedIn(value) }
  const earlier = repaymentsOf(before)
  const entryNo = String(earlier.length + 1)
  const amount = reverses === null ? repaymentAmount : negated(earlier.find((entry) => entry['entryNo'] === reverses))
  return { rowId: `repayment-${entryNo}`, entryNo, paidOn, amount, reverses, note, receipt, recordedBy: actor.id, recordedAt: nowOf(at) }
}

const definedIn = (value: FormValue): FormValue => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))

const negated = (entry: FormValue | undefined): string | null => (entry ? moneyText(decimalOf(entry['amount'] as string)!.negated()) : null)

async function problemsOf(step: DocumentStep): Promise<FieldProblem[]> {
  const earlier = repaymentsOf(step.before ?? {})
  const entry = rowsAt(step.value, 'repayments').at(-1) ?? {}
  const dated = dateProblem(step, entry)
  const problem = entry['reverses'] === null ? await amountProblem(step, entry) : reversalProblem(earlier, entry)
  return [...dated, ...problem]
}

function dateProblem({ value, at }: DocumentStep, { paidOn }: FormValue): FieldProblem[] {
  if (typeof paidOn !== 'string') return [{ field: 'repaymentDate', code: 'forms.repaymentUndated' }]
  const paid = value['payDate']
  const isOutside = paidOn > todayOf(at) || (typeof paid === 'string' && paidOn < paid)
  return isOutside ? [{ field: 'repaymentDate', code: 'forms.repaymentDateOutside' }] : []
}

/** What is repaid may not exceed what is open: the document is locked, and so is every claim that would write it off. */
async function amountProblem({ db, document }: DocumentStep, { amount }: FormValue): Promise<FieldProblem[]> {
  const repaid = decimalOf(amount as string | null)
  if (!repaid?.gt(0)) return [{ field: 'repaymentAmount', code: 'forms.repaymentWithoutAmount' }]
  const left = (await leftOf(db, [document.id])).get(document.id) ?? new Decimal(0)
  return repaid.gt(left) ? [{ field: 'repaymentAmount', code: 'forms.repaysTooMuch' }] : []
}

function reversalProblem(earlier: readonly FormValue[], { reverses, note }: FormValue): FieldProblem[] {
  const entry = earlier.find(({ entryNo }) => entryNo === reverses)
  const isOpen = entry && entry['reverses'] === null && !earlier.some((other) => other['reverses'] === reverses)
  if (!isOpen) return [{ field: 'repaymentReverses', code: 'forms.repaymentNotReversible' }]
  return note === null || note === '' ? [{ field: 'repaymentNote', code: 'forms.reversalWithoutNote' }] : []
}
