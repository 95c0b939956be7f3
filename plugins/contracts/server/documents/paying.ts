import { todayOf } from '#kernel/values/dates.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/document-extension.ts'
import { amountOf, termsOf } from '#plugins/contracts/stages.ts'
import { contractOf, execState, isExpired } from '../records/contracts.ts'
import { contractLedger, nothing, type Share, termKey } from '../ledger/ledger.ts'
import { isPosted, type Payment, paymentOf, payingTypes, termFieldOf } from '../ledger/payments.ts'
import { otherSupplier } from './same-supplier.ts'

/** Payments hold a term of their contract when they are filed, pay it at their completion, and give it back when they come to nothing. */
export const payingContracts: DocumentExtension = {
  concerns: ({ key }) => payingTypes.includes(key),

  /** Sets the balance of the term without this payment, beside what is to be paid. */
  async prepare(step) {
    if (step.form.fields['termAmount'] === undefined) return {}
    const payment = paymentOf(step.form.key, step.value)
    const term = payment && (await termBalanceOf(step, payment))
    // without a cap there is nothing that a row could begin with
    return term?.isCapped ? { termAmount: moneyText(term.amount), termUsed: moneyText(term.used) } : { termAmount: null, termUsed: null }
  },

  check: problemsOf,

  onSubmit: (step) => postShares(step, 'held'),
  async onPass(step) {
    await demandInForce(step)
    if (step.value !== step.before) await postShares(step, 'held')
  },

  async onCompleted(step) {
    await demandInForce(step)
    await postShares(step, 'paid')
  },

  onReleased: (step) => postShares(step, undefined),
}

/** A contract that was terminated meanwhile is not paid any more, unless the money has gone through SAP already. @throws Refused */
async function demandInForce({ db, form, value }: DocumentStep): Promise<void> {
  const payment = paymentOf(form.key, value)
  if (!payment || isPosted(value)) return
  const contract = await contractOf(db, payment.contract)
  if (contract?.['execState'] === execState.terminated)
    throw new Refused('contracts.terminated', {}, [{ field: 'contractLink', code: 'contracts.terminated' }])
}

/** Why a contract cannot be paid so, each at its field. */
async function problemsOf(step: DocumentStep): Promise<FieldProblem[]> {
  const payment = paymentOf(step.form.key, step.value)
  const contract = payment && (await contractOf(step.db, payment.contract))
  if (!payment || !contract) return []
  if (contract['execState'] === execState.terminated) return [{ field: 'contractLink', code: 'contracts.terminated' }]
  return [
    ...(contract['currencyType'] === payment.currency ? [] : [{ field: 'currencyType', code: 'contracts.otherCurrency' }]),
    ...(step.filing ? await filingProblems(step, contract, payment) : []),
    ...termProblems(step.form.key, payment, await termBalanceOf(step, payment)),
  ]
}

/** Checks at filing; a payment after the end of its contract needs a confirmation. */
async function filingProblems(step: DocumentStep, contract: FormValue, { supplier }: Payment): Promise<FieldProblem[]> {
  const ended: FieldProblem[] = isExpired(contract, todayOf(step.at))
    ? [{ field: 'contractLink', code: 'contracts.payExpired', level: 'confirm' }]
    : []
  return [...ended, ...(await otherSupplier(step, contract, supplier))]
}

interface TermBalance {
  readonly amount: Payment['amount']
  readonly used: Payment['amount']
  readonly isCapped: boolean
  readonly isKnown: boolean
}

function termProblems(type: string, { amount }: Payment, term: TermBalance | undefined): FieldProblem[] {
  const field = termFieldOf(type)
  if (!term?.isKnown) return [{ field, code: 'contracts.noSuchTerm' }]
  if (!term.isCapped) return []
  const open = term.amount.minus(term.used)
  if (!open.gt(0)) return [{ field, code: 'contracts.termPaid' }]
  return amount.gt(open) ? [{ field: 'totalAmount', code: 'contracts.beyondTerm' }] : []
}

/** The balance of the term of a payment without it. */
async function termBalanceOf({ db, document }: DocumentStep, { contract: id, stage }: Payment): Promise<TermBalance | undefined> {
  const contract = await contractOf(db, id)
  if (!contract) return undefined
  const term = termsOf(contract).find((each) => each.stage === stage)
  const { paid, held } = (await contractLedger(db).balances([id], document.id)).get(termKey(id, stage)) ?? nothing
  return { amount: term?.amount ?? nothing.paid, used: paid.plus(held), isCapped: !amountOf(contract as FormValue).isZero(),
    isKnown: term !== undefined }
}

/** Brings the ledger to what the document asks for, with its contracts locked: of two payments of one term, the second sees the first. */
async function postShares(step: DocumentStep, kind: Share['kind'] | undefined): Promise<void> {
  const { db, form, document, value, actor, at } = step
  const payment = kind && paymentOf(form.key, value)
  const ledger = contractLedger(db)
  const from = await ledger.sharesOf(document.id)
  await ledger.lock([...new Set([...from.map(({ contract }) => contract), ...(payment ? [payment.contract] : [])])])
  if (payment && kind) await demandOpen(step, payment)
  const to = payment && kind
    ? [{ contract: payment.contract, stage: payment.stage, kind, amount: payment.amount, amountRmb: payment.amountRmb }]
    : []
  await ledger.post(from, to, { document: document.id, round: document.round, by: actor.id, at })
}

async function demandOpen(step: DocumentStep, payment: Payment): Promise<void> {
  const problems = termProblems(step.form.key, payment, await termBalanceOf(step, payment))
  if (problems[0]) throw new Refused(problems[0].code, problems[0].parameters, problems)
}
