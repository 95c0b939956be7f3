import { Decimal } from 'decimal.js'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** A payment of a contract that a document asks for. */
export interface Payment {
  readonly contract: string
  readonly stage: string
  readonly amount: Decimal
  readonly amountRmb: Decimal
  readonly currency: string
  readonly supplier: string | undefined
}

/** The way in which a form pays contracts: what it says of it, and the field where it names the term. */
interface PayingForm {
  readonly termField: string
  stageOf(value: FormValue): unknown
}

/** The forms that pay contracts, by key: kind 3 pays the term that it names, a down payment the prepayment. */
const payingForms: Readonly<Record<string, PayingForm>> = {
  disbursement: { termField: 'paymentTerm', stageOf: ({ disburseKind, paymentTerm }) => (disburseKind === '3' ? paymentTerm : undefined) },
  sapPayment: { termField: 'contractLink', stageOf: ({ sapPayKind }) => (sapPayKind === '1' ? '1' : undefined) },
}

export const payingTypes: readonly string[] = Object.keys(payingForms)

/** Field at which a form says which term it pays. */
export const termFieldOf = (type: string): string => payingForms[type]?.termField ?? 'contractLink'

/** Returns whether the payment was posted in SAP. */
export const isPosted = ({ sapPostNo }: FormValue): boolean => typeof sapPostNo === 'string' && sapPostNo !== ''

/** The payment that a document asks for; undefined until contract and term are chosen. */
export function paymentOf(type: string, value: FormValue): Payment | undefined {
  const stage = payingForms[type]?.stageOf(value)
  const { contractLink, supplier, currencyType } = value
  if (typeof stage !== 'string' || typeof contractLink !== 'string' || contractLink === '') return undefined
  return {
    contract: contractLink,
    stage,
    amount: figure(value['totalAmount']),
    amountRmb: figure(value['totalAmountRmb']),
    currency: String(currencyType ?? ''),
    supplier: typeof supplier === 'string' && supplier !== '' ? supplier : undefined,
  }
}

const figure = (amount: unknown): Decimal => decimalOf(amount as string | null) ?? new Decimal(0)
