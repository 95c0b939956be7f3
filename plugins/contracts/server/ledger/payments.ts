import { Decimal } from 'decimal.js'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { fields as disbursementFields } from '#plugins/payments/types/disbursement/fields.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import type { fields as sapPaymentFields } from '#plugins/sap/types/sapPayment/fields.ts'
import { sapPayment } from '#plugins/sap/types/sapPayment/index.ts'

/** Contract payment requested by a document. */
export interface Payment {
  readonly contract: string
  readonly stage: string
  readonly amount: Decimal
  readonly amountRmb: Decimal
  readonly currency: string
}

/** Names of the payment fields, common to both forms that pay contracts. */
export const paymentFields = {
  contract: 'contractLink',
  currency: 'currencyType',
  amount: 'totalAmount',
  amountRmb: 'totalAmountRmb',
} as const satisfies Record<string, keyof typeof disbursementFields & keyof typeof sapPaymentFields>

/** Fields of a disbursement for the term, its amount and its used amount. */
export const termFields = {
  kind: 'disburseKind',
  stage: 'paymentTerm',
  amount: 'termAmount',
  used: 'termUsed',
} as const satisfies Record<string, keyof typeof disbursementFields>

const sap = { kind: 'sapPayKind', posted: 'sapPostNo' } as const satisfies Record<string, keyof typeof sapPaymentFields>

/** Rule by which a form determines the payment term, with the field for problems with it. */
interface PayingForm {
  readonly termField: string
  stageOf(value: FormValue): unknown
}

/** Forms that pay contracts: a disbursement of kind 3 pays the selected term, a down payment the prepayment. */
const payingForms: Readonly<Record<string, PayingForm>> = {
  [disbursement.key]: { termField: termFields.stage,
    stageOf: (value) => (value[termFields.kind] === '3' ? value[termFields.stage] : undefined) },
  [sapPayment.key]: { termField: paymentFields.contract, stageOf: (value) => (value[sap.kind] === '1' ? '1' : undefined) },
}

export const payingTypes: readonly string[] = Object.keys(payingForms)

/** Field with the payment term of a form. */
export const termFieldOf = (type: string): string => payingForms[type]?.termField ?? paymentFields.contract

/** Returns whether the payment was posted in SAP. */
export const isPosted = ({ [sap.posted]: number }: FormValue): boolean => typeof number === 'string' && number !== ''

/** Contract payment of a document; undefined until contract and term are selected. */
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
