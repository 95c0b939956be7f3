import { todayOf } from '#kernel/values/dates.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { keyTo } from '#kernel/fields/roles.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { amountOf, contractOf, execState, isExpired, termsOf } from '#plugins/contracts/server/records/contracts.ts'
import { contractLedger, isPosted, nothing, payingTypes, type Payment, paymentFields, paymentOf, type Share, termFieldOf, termFields,
  termKey } from '../ledger/ledger.ts'

/**
 * Problem if the document's supplier differs from the contract's: compared by record, or by name if the contract only has a name, in which
 * case it must be confirmed.
 */
export async function otherSupplier({ db, form, value, references }: Pick<DocumentStep, 'db' | 'form' | 'value' | 'references'>,
  contract: FormValue): Promise<FieldProblem[]> {
  const field = keyTo(form.fields, 'supplier') ?? ''
  const supplier = value[field]
  if (typeof supplier !== 'string' || supplier === '') return []
  if (contract['supplier']) return contract['supplier'] === supplier ? [] : [{ field, code: 'contracts.otherSupplier' }]
  const names = await namesOf({ db, references }, supplier)
  return names.length === 0 || names.includes(plain(String(contract['counterparty'])))
    ? []
    : [{ field, code: 'contracts.otherCounterparty', level: 'confirm' }]
}

async function namesOf({ db, references }: Pick<DocumentStep, 'db' | 'references'>, supplier: string): Promise<string[]> {
  const [record] = (await references.source('supplier')?.find(db, [supplier])) ?? []
  return record ? Object.values(splitName(record.name)).map(plain) : []
}

const plain = (name: string): string => name.replaceAll(/\s+/g, '').toLowerCase()

/** Posts payments to the contract ledger: held on filing, paid on completion, and released if the payment is refused or revoked. */
export const payingContracts: DocumentExtension = {
  concerns: payingTypes,

  /** Sets the amount of the payment term and how much of it other payments use. */
  async prepare(step) {
    if (step.form.fields[termFields.amount] === undefined) return {}
    const payment = paymentOf(step.form.key, step.value)
    const balance = payment && (await termBalanceOf(step, payment))
    // a term without a cap has no amount to prefill rows with
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

/** Refuses payment of a contract terminated meanwhile, unless it was already posted in SAP. @throws Refused */
async function demandInForce({ db, form, value }: DocumentStep): Promise<void> {
  const payment = paymentOf(form.key, value)
  if (!payment || isPosted(value)) return
  const contract = await contractOf(db, payment.contract)
  if (contract?.['execState'] === execState.terminated)
    throw new Refused('contracts.terminated', {}, [{ field: paymentFields.contract, code: 'contracts.terminated' }])
}

/** Problems that prevent paying the contract, by field. */
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

/** Problems on filing; a payment after the contract's end must be confirmed. */
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

/** Balance of the payment's term, without the payment itself. */
async function termBalanceOf({ db, document }: DocumentStep, { contract: id, stage }: Payment): Promise<TermBalance | undefined> {
  const contract = await contractOf(db, id)
  if (!contract) return undefined
  const agreed = termsOf(contract).find((each) => each.stage === stage)
  const balance = (await contractLedger(db).balances([id], document.id)).get(termKey(id, stage)) ?? nothing
  return { amount: agreed?.amount ?? nothing.paid, used: balance.paid.plus(balance.held),
    isCapped: !amountOf(contract as FormValue).isZero(), isKnown: agreed !== undefined }
}

/** Reconciles the ledger with the document under a lock of its contracts, so that concurrent payments of a term are serialized. */
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
