import { todayOf } from '#kernel/values/dates.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { amountOf, termsOf } from '#plugins/contracts/stages.ts'
import { contractOf, execState, isExpired } from '../records/contracts.ts'
import { contractLedger, nothing, type Share, termKey } from '../ledger/ledger.ts'
import { isPosted, type Payment, paymentFields, paymentOf, payingTypes, termFieldOf, termFields } from '../ledger/payments.ts'
import { otherSupplier } from './same-supplier.ts'

/** Payments hold a term of their contract when they are filed, pay it at their completion, and give it back when they come to nothing. */
export const payingContracts: DocumentExtension = {
  concerns: payingTypes,

  /** Sets the balance of the term without this payment, beside what is to be paid. */
  async prepare(step) {
    if (step.form.fields[termFields.amount] === undefined) return {}
    const payment = paymentOf(step.form.key, step.value)
    const balance = payment && (await termBalanceOf(step, payment))
    // without a cap there is nothing that a row could begin with
    const shown = balance?.isCapped === true ? balance : undefined
    return { [termFields.amount]: shown ? moneyText(shown.amount) : null, [termFields.used]: shown ? moneyText(shown.used) : null }
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
    throw new Refused('contracts.terminated', {}, [{ field: paymentFields.contract, code: 'contracts.terminated' }])
}

/** The reasons for which a contract cannot be paid so, each at its field. */
async function problemsOf(step: DocumentStep): Promise<FieldProblem[]> {
  const payment = paymentOf(step.form.key, step.value)
  const contract = payment && (await contractOf(step.db, payment.contract))
  if (!payment || !contract) return []
  if (contract['execState'] === execState.terminated) return [{ field: paymentFields.contract, code: 'contracts.terminated' }]
  return [
    ...(contract['currencyType'] === payment.currency ? [] : [{ field: paymentFields.currency, code: 'contracts.otherCurrency' }]),
    ...(step.filing ? await filingProblems(step, contract) : []),
    ...termProblems(step.form.key, payment, await termBalanceOf(step, payment)),
  ]
}

/** Checks at filing; a payment after the end of its contract needs a confirmation. */
async function filingProblems(step: DocumentStep, contract: FormValue): Promise<FieldProblem[]> {
  const ended: FieldProblem[] = isExpired(contract, todayOf(step.at))
    ? [{ field: paymentFields.contract, code: 'contracts.payExpired', level: 'confirm' }]
    : []
  return [...ended, ...(await otherSupplier(step, contract))]
}

interface TermBalance {
  readonly amount: Payment['amount']
  readonly used: Payment['amount']
  readonly isCapped: boolean
  readonly isKnown: boolean
}

function termProblems(type: string, { amount }: Payment, balance: TermBalance | undefined): FieldProblem[] {
  const field = termFieldOf(type)
  if (!balance?.isKnown) return [{ field, code: 'contracts.noSuchTerm' }]
  if (!balance.isCapped) return []
  const open = balance.amount.minus(balance.used)
  if (!open.gt(0)) return [{ field, code: 'contracts.termPaid' }]
  return amount.gt(open) ? [{ field: paymentFields.amount, code: 'contracts.beyondTerm' }] : []
}

/** The balance of the term of a payment without it. */
async function termBalanceOf({ db, document }: DocumentStep, { contract: id, stage }: Payment): Promise<TermBalance | undefined> {
  const contract = await contractOf(db, id)
  if (!contract) return undefined
  const agreed = termsOf(contract).find((each) => each.stage === stage)
  const balance = (await contractLedger(db).balances([id], document.id)).get(termKey(id, stage)) ?? nothing
  return { amount: agreed?.amount ?? nothing.paid, used: balance.paid.plus(balance.held),
    isCapped: !amountOf(contract as FormValue).isZero(), isKnown: agreed !== undefined }
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
