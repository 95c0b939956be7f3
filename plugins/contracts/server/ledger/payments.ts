import { Decimal } from 'decimal.js'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { fields as disbursementFields } from '#plugins/forms/types/payments/disbursement/fields.ts'
import { disbursement } from '#plugins/forms/types/payments/disbursement/index.ts'
import type { fields as sapPaymentFields } from '#plugins/sap/types/sapPayment/fields.ts'
import { sapPayment } from '#plugins/sap/types/sapPayment/index.ts'

/** A payment of a contract that a document asks for. */
export interface Payment {
  readonly contract: string
  readonly stage: string
  readonly amount: Decimal
  readonly amountRmb: Decimal
  readonly currency: string
}

/** Parts of a payment, as both forms that pay contracts call them. */
export const paymentFields = {
  contract: 'contractLink',
  currency: 'currencyType',
  amount: 'totalAmount',
  amountRmb: 'totalAmountRmb',
} as const satisfies Record<string, keyof typeof disbursementFields & keyof typeof sapPaymentFields>

/** The fields of a disbursement that name the term it pays, and show how that stands. */
export const termFields = {
  kind: 'disburseKind',
  stage: 'paymentTerm',
  amount: 'termAmount',
  used: 'termUsed',
} as const satisfies Record<string, keyof typeof disbursementFields>

const sap = { kind: 'sapPayKind', posted: 'sapPostNo' } as const satisfies Record<string, keyof typeof sapPaymentFields>

/** The way in which a form pays contracts: what it says of it, and the field where it names the term. */
interface PayingForm {
  readonly termField: string
  stageOf(value: FormValue): unknown
}

/** The forms that pay contracts, by key: kind 3 pays the term that it names, a down payment the prepayment. */
const payingForms: Readonly<Record<string, PayingForm>> = {
  [disbursement.key]: { termField: termFields.stage,
    stageOf: (value) => (value[termFields.kind] === '3' ? value[termFields.stage] : undefined) },
  [sapPayment.key]: { termField: paymentFields.contract, stageOf: (value) => (value[sap.kind] === '1' ? '1' : undefined) },
}

export const payingTypes: readonly string[] = Object.keys(payingForms)

/** Field at which a form says which term it pays. */
export const termFieldOf = (type: string): string => payingForms[type]?.termField ?? paymentFields.contract

/** Returns whether the payment was posted in SAP. */
export const isPosted = ({ [sap.posted]: number }: FormValue): boolean => typeof number === 'string' && number !== ''

/** The payment that a document asks for; undefined until contract and term are chosen. */
export function paymentOf(type: string, value: FormValue): Payment | undefined {
  const stage = payingForms[type]?.stageOf(value)
  const { [paymentFields.contract]: contract, [paymentFields.currency]: currency } = value
  if (typeof stage !== 'string' || typeof contract !== 'string' || contract === '') return undefined
  return {
    contract,
    stage,
    amount: figure(value[paymentFields.amount]),
    amountRmb: figure(value[paymentFields.amountRmb]),
    currency: String(currency ?? ''),
  }
}

const figure = (amount: unknown): Decimal => decimalOf(amount as string | null) ?? new Decimal(0)
