import { Decimal } from 'decimal.js'
import type { FieldRole } from '#kernel/fields.ts'
import type { Voucher } from '../reading/voucher.ts'
import { heldAs, type InvoiceRow } from './invoice-rows.ts'

export type ComparedSubject = 'number' | 'buyer' | 'buyerTaxNo' | 'date' | 'amount' | 'taxRate' | 'kind'

/** A row beside what its invoices say. */
export interface InvoiceComparison {
  readonly subject: ComparedSubject
  readonly role: FieldRole
  /** Value of the row; absent where nothing was entered. */
  readonly entered?: string
  /** Value in the files. */
  readonly read: string
  readonly isSame: boolean
  /** By how much an amount is above that of the invoices. */
  readonly excess?: string
}

/** The companies that invoices are issued to. */
export interface Buyers {
  /** Value of our company; undefined where it is none. */
  companyOf(fields: Voucher['fields']): string | undefined
  /** The name of a company on invoices. */
  nameOf(company: string): string | undefined
  /** Its tax numbers; none where they are not kept. */
  taxNosOf(company: string): readonly string[]
}

/** Compares a row with the vouchers in its files, subject by subject; what the files do not say is left out. */
export function compared(row: InvoiceRow, vouchers: readonly Voucher[], buyers: Buyers): readonly InvoiceComparison[] {
  if (vouchers.length === 0) return []
  return [numbers(row, vouchers), buyer(row, vouchers, buyers), taxNo(row, vouchers, buyers), date(row, vouchers), amount(row, vouchers),
    taxRate(row, vouchers), kind(row, vouchers)].flatMap((each) => each ?? [])
}

type OptionalComparison = InvoiceComparison | undefined

const entered = (row: InvoiceRow, role: FieldRole): { entered?: string } => {
  const held = heldAs(row, role)
  return held === undefined || held === null || held === '' ? {} : { entered: String(held) }
}

function numbers(row: InvoiceRow, vouchers: readonly Voucher[]): OptionalComparison {
  const read = vouchers.flatMap(({ fields }) => fields.number?.value ?? [])
  if (read.length === 0) return undefined
  return { subject: 'number', role: 'invoiceNumber', ...entered(row, 'invoiceNumber'), read: read.join(','),
    isSame: read.every((each) => row.numbers.includes(each)) }
}

function buyer(row: InvoiceRow, vouchers: readonly Voucher[], buyers: Buyers): OptionalComparison {
  const named = vouchers.map(({ fields }) => fields).filter(({ buyerName, buyerTaxNo }) => buyerName ?? buyerTaxNo)
  const { entered: held } = entered(row, 'invoiceBuyer')
  const other = named.find((fields) => isOther(buyers.companyOf(fields), held))
  const said = other ?? named[0]
  if (!said) return undefined
  return { subject: 'buyer', role: 'invoiceBuyer', ...(held && { entered: buyers.nameOf(held) ?? held }), read: nameIn(said),
    isSame: other === undefined }
}

const isOther = (company: string | undefined, held: string | undefined): boolean =>
  company === undefined || (held !== undefined && company !== held)

const nameIn = ({ buyerName, buyerTaxNo }: Voucher['fields']): string => (buyerName ?? buyerTaxNo)?.value ?? ''

/** The number beside the name has to be that of the company, where both are known. */
function taxNo(row: InvoiceRow, vouchers: readonly Voucher[], buyers: Buyers): OptionalComparison {
  const taxNumbers = vouchers.flatMap(({ fields }) => taxNoOf(fields, buyers) ?? [])
  const wrong = taxNumbers.find(({ isOurs }) => !isOurs)
  const [first] = taxNumbers
  const said = wrong ?? first
  return said && { subject: 'buyerTaxNo', role: 'invoiceBuyer', entered: said.ours, read: said.read, isSame: wrong === undefined }
}

/** The tax number on a voucher to one of our companies; undefined where the voucher or our records have none. */
export function taxNoOf(fields: Voucher['fields'], buyers: Buyers): { readonly read: string; readonly ours: string;
  readonly isOurs: boolean } | undefined {
  const company = buyers.companyOf(fields)
  const ours = company === undefined ? [] : buyers.taxNosOf(company)
  const [first] = ours
  if (!fields.buyerTaxNo || first === undefined) return undefined
  const read = fields.buyerTaxNo.value
  return { read, ours: first, isOurs: ours.includes(read.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()) }
}

function date(row: InvoiceRow, vouchers: readonly Voucher[]): OptionalComparison {
  const days = vouchers.flatMap(({ fields }) => fields.issueDate?.value ?? [])
  const held = entered(row, 'invoiceDate')
  const [first] = days
  return first === undefined
    ? undefined
    : { subject: 'date', role: 'invoiceDate', ...held, read: days.join(', '),
      isSame: held.entered !== undefined && days.includes(held.entered) }
}

/** Claiming less than the invoices say is fine. */
function amount(row: InvoiceRow, vouchers: readonly Voucher[]): OptionalComparison {
  const totals = vouchers.flatMap(({ fields }) => fields.total ?? [])
  const held = entered(row, 'invoiceAmount')
  if (totals.length === 0) return undefined
  // where words and figures differ, the row is compared with the lesser
  const sumOfTotals = (pick: 'min' | 'max') =>
    totals.reduce((sum, { value, otherwise = value }) => sum.plus(Decimal[pick](value, otherwise)), new Decimal(0))
  const [total, most] = [sumOfTotals('min'), sumOfTotals('max')]
  const excess = held.entered === undefined ? new Decimal(0) : new Decimal(held.entered).minus(total)
  const isSame = held.entered !== undefined && excess.lte(0)
  const read = total.eq(most) ? total.toFixed(2) : `${total.toFixed(2)} / ${most.toFixed(2)}`
  return { subject: 'amount', role: 'invoiceAmount', ...held, read, isSame, ...(excess.gt(0) && { excess: excess.toFixed(2) }) }
}

/**
 * Cents by which the tax of an invoice may differ from its rate: each of its rows is rounded by itself. The rows are not kept, so their
 * number is taken to grow with the amount; rates that the law knows are half a percent apart at least.
 */
const roundedRows = (net: Decimal): Decimal => net.abs().times('0.0002').plus('0.05')

/** A rate that gives the tax of every voucher, but for the rounding of its rows. */
function taxRate(row: InvoiceRow, vouchers: readonly Voucher[]): OptionalComparison {
  const held = entered(row, 'invoiceTaxRate')
  const taxed = vouchers.filter(({ fields: { net, tax, otherCharges } }) =>
    net?.certain && tax?.certain && !Number(otherCharges?.value ?? 0)
  )
  if (held.entered === undefined || taxed.length === 0 || taxed.length < vouchers.length) return undefined
  const rate = new Decimal(held.entered)
  const isSame = taxed.every(({ fields: { net, tax } }) => {
    const base = new Decimal(net?.value ?? 0)
    return base.times(rate).div(100).minus(tax?.value ?? 0).abs().lte(roundedRows(base))
  })
  const net = sumOf(taxed, 'net')
  const read = isSame ? rate : net.isZero() ? new Decimal(0) : sumOf(taxed, 'tax').div(net).times(100).toDecimalPlaces(1)
  return { subject: 'taxRate', role: 'invoiceTaxRate', entered: rate.toString(), read: read.toString(), isSame }
}

const sumOf = (vouchers: readonly Voucher[], field: 'net' | 'tax'): Decimal =>
  vouchers.reduce((sum, { fields }) => sum.plus(fields[field]?.value ?? 0), new Decimal(0))

/** Layouts that are of one kind only; the others hold special and ordinary invoices alike. */
const unambiguous: ReadonlySet<string> = new Set(['rail', 'air'])

function kind(row: InvoiceRow, vouchers: readonly Voucher[]): OptionalComparison {
  const [first] = vouchers
  if (!first || vouchers.length > 1 || !unambiguous.has(first.kind)) return undefined
  const read = Object.values(row.columns).find(({ as: role }) => role === 'invoiceKind')?.voucherKinds?.[first.kind]
  const { entered: held } = entered(row, 'invoiceKind')
  return read === undefined || held === undefined
    ? undefined
    : { subject: 'kind', role: 'invoiceKind', entered: held, read, isSame: held === read }
}
