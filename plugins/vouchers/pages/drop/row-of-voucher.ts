import { Decimal } from 'decimal.js'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldDefinition, FieldRole, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** A cell filled from a voucher. */
export interface FilledCell {
  readonly column: string
  readonly value: unknown
  readonly isCertain: boolean
}

interface VoucherRowContext {
  readonly columns: Fields
  /** Values that the person entered in the row. */
  readonly entered: FormValue
  readonly attachment: string
  /** The document is in RMB; amounts of vouchers are only used in that case. */
  readonly isRmb: boolean
}

/** The empty cells of a row that a voucher fills, by the roles of the columns; entered values are kept. */
export function rowOfVoucher(voucher: ReadVoucher, { columns, entered, attachment, isRmb }: VoucherRowContext): readonly FilledCell[] {
  const values = valuesByRole(voucher, isRmb)
  const byRole = (Object.entries(values) as [FieldRole, VoucherValue][]).flatMap(([role, { value, isCertain }]) => {
    const column = keyAs(columns, role)
    const field = column === undefined ? undefined : columns[column]
    return column === undefined || !field || value === undefined ? [] : [{ column, value: fitting(value, field), isCertain }]
  })
  const byKind = cellsOfKind(columns, voucher.kind)
  const files = keyAs(columns, 'invoiceFiles')
  const attached = files === undefined ? [] : [{ column: files, value: [...listOf(entered[files]), attachment], isCertain: true }]
  return [...[...byRole, ...byKind].filter(({ column }) => isEmpty(columns[column], entered[column])), ...attached]
}

/** Cells whose value follows from the kind of voucher (`voucherKinds` of the column). */
export const cellsOfKind = (columns: Fields, kind: string): readonly FilledCell[] =>
  Object.entries(columns).flatMap(([column, { voucherKinds }]) => {
    const value = voucherKinds?.[kind]
    return value === undefined ? [] : [{ column, value, isCertain: true }]
  })

interface VoucherValue {
  readonly value: string | undefined
  readonly isCertain: boolean
}

function valuesByRole({ fields, company }: ReadVoucher, isRmb: boolean): Partial<Record<FieldRole, VoucherValue>> {
  const valueOf = (field: ReadField | undefined): VoucherValue => ({ value: field?.value, isCertain: field?.certain ?? true })
  const amount = (field: ReadField | undefined): VoucherValue => (isRmb ? valueOf(field) : { value: undefined, isCertain: true })
  const rate = rateOf(fields)
  return {
    invoiceNumber: valueOf(fields['number']),
    invoiceCode: valueOf(fields['code']),
    invoiceDate: valueOf(fields['issueDate']),
    invoiceBuyer: { value: company ?? undefined, isCertain: true },
    invoiceSeller: valueOf(fields['sellerName']),
    invoiceAmount: amount(fields['total']),
    invoiceTaxRate: { value: rate, isCertain: true },
    // with a single rate the form calculates the deductible tax; with several rates only the voucher has it
    invoiceTax: rate === undefined ? amount(fields['tax']) : valueOf(undefined),
    expenseDate: valueOf(fields['travelDate'] ?? fields['issueDate']),
    travelDate: valueOf(fields['travelDate'] ?? fields['issueDate']),
    expensePurpose: { value: purposeOf(fields), isCertain: true },
  }
}

/** Purpose of the expense: the route of a ticket, else the item, else the seller. */
function purposeOf(fields: ReadVoucher['fields']): string | undefined {
  const [from, to] = [fields['departure']?.value, fields['destination']?.value]
  if (from !== undefined && to !== undefined) return `${from} → ${to}`
  return (fields['item'] ?? fields['sellerName'])?.value
}

/** VAT rates, in percent. */
const rates = [0, 1, 3, 5, 6, 9, 13] as const

/** The VAT rate that gives the tax from the net amount, to the cent; undefined if none does. */
function rateOf({ net, tax, otherCharges }: ReadVoucher['fields']): string | undefined {
  if (!net || !tax || !net.certain || !tax.certain || (otherCharges && Number(otherCharges.value) !== 0)) return undefined
  const found = rates.find((rate) => new Decimal(net.value).times(rate).div(100).minus(tax.value).abs().lte('0.01'))
  return found === undefined ? undefined : String(found)
}

/** Truncates texts to the maximum length of the column. */
const fitting = (value: string,
  { kind, max }: FieldDefinition): string => (kind === 'text' && max !== undefined ? [...value].slice(0, max).join('') : value)

const isEmpty = (field: FieldDefinition | undefined, held: unknown): boolean => field !== undefined && kindOf(field).empty(held ?? null)

const listOf = (held: unknown): readonly unknown[] => (Array.isArray(held) ? held : [])

/** A value that the server read from a file. */
export interface ReadField {
  readonly value: string
  /** False if the value needs review. */
  readonly certain: boolean
}

/** A voucher in a file; the browser ignores unknown fields. */
export interface ReadVoucher {
  readonly kind: string
  readonly fields: Readonly<Record<string, ReadField | undefined>>
  /** Dictionary value of our company that is the buyer; null if the buyer is not one of ours. */
  readonly company?: string | null
  /** The buyer is our company, but the tax number does not belong to it. */
  readonly isTaxNoWrong?: true
  /** Number of the document that already uses it; empty if the reader may not see that document. */
  readonly usedIn?: string
  /** Last verification by the tax authority's service. */
  readonly verification?: ReadVerification
  /** Id of the user with the passenger's name, if unambiguous. */
  readonly traveller?: string
  /** Legs of the journey on a ticket. */
  readonly ways?: readonly TicketPart[]
  /** City at the beginning of the seller's name. */
  readonly sellerPlace?: readonly string[]
}

export interface ReadVerification {
  readonly outcome: 'genuine' | 'different' | 'unknown' | 'voided'
  readonly message: string
  readonly at: string
}

interface TicketPart {
  /** Codes of province and city; absent for an unknown station. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  readonly day?: string
  /** `08:15` */
  readonly time?: string
}

/** Response of `POST /oaserver/voucher/read`. */
export interface ReadAnswer {
  readonly vouchers: readonly ReadVoucher[]
  /** True if a verification service is configured. */
  readonly isVerifiable?: boolean
}
