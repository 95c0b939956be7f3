import { Decimal } from 'decimal.js'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import { codesIn } from '#kernel/values/typed-values.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import type { Voucher } from '../reading/voucher.ts'
import '../tables.ts'
import { lostCharacter } from '../reading/fields.ts'

/** Row of a document with invoices as evidence. */
export interface InvoiceRow {
  /** Path of the row: `items.2`. */
  readonly path: string
  readonly columns: Fields
  readonly row: FormValue
  readonly files: readonly string[]
  readonly numbers: readonly string[]
}

/** Rows of a document that have invoices as evidence, in order. */
export const invoiceRows = ({ fields }: Pick<Form, 'fields'>, value: FormValue): readonly InvoiceRow[] =>
  invoiceTables(fields).flatMap((table) => {
    const columns = fields[table]?.columns ?? {}
    return rowsAt(value, table).map((row, index) => ({
      path: `${table}.${index}`,
      columns,
      row,
      files: idsIn(heldAs({ columns, row }, 'invoiceFiles')),
      numbers: codesIn(heldAs({ columns, row }, 'invoiceNumber')),
    }))
  })

/** Value of the column with a role. */
export function heldAs({ columns, row }: Pick<InvoiceRow, 'columns' | 'row'>, role: FieldRole): unknown {
  const column = keyAs(columns, role)
  return column === undefined ? undefined : row[column]
}

/** Path of the column with a role; of the row where it has none. */
export function pathAs({ path, columns }: Pick<InvoiceRow, 'path' | 'columns'>, role: FieldRole): string {
  const column = keyAs(columns, role)
  return column === undefined ? path : `${path}.${column}`
}

/** Well-formed attachment ids; the form itself refuses other values. */
const idsIn = (
  held: unknown,
): readonly string[] => (Array.isArray(held)
  ? held.filter((each): each is string => typeof each === 'string' && /^[\w-]{1,64}$/.test(each))
  : [])

type ComparedSubject = 'number' | 'buyer' | 'buyerTaxNo' | 'date' | 'amount' | 'taxRate' | 'kind'

/** Comparison of one value of a row with its invoices. */
export interface InvoiceComparison {
  readonly subject: ComparedSubject
  readonly role: FieldRole
  /** Value of the row; absent if empty. */
  readonly entered?: string
  /** Value read from the files. */
  readonly read: string
  readonly isSame: boolean
  /** Amount by which the row exceeds its invoices. */
  readonly excess?: string
}

/** Lookup of our companies as buyers of invoices. */
export interface Buyers {
  /** Dictionary value of the company; undefined if the buyer is not one of ours. */
  companyOf(fields: Voucher['fields']): string | undefined
  /** Invoice title of a company. */
  nameOf(company: string): string | undefined
  /** Tax numbers of a company; empty if none are recorded. */
  taxNosOf(company: string): readonly string[]
}

/** Compares a row with the vouchers in its files, value by value; values missing in the files are skipped. */
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

/** The buyer's tax number must belong to the company, if both are known. */
function taxNo(row: InvoiceRow, vouchers: readonly Voucher[], buyers: Buyers): OptionalComparison {
  const taxNumbers = vouchers.flatMap(({ fields }) => taxNoOf(fields, buyers) ?? [])
  const wrong = taxNumbers.find(({ isOurs }) => !isOurs)
  const [first] = taxNumbers
  const said = wrong ?? first
  return said && { subject: 'buyerTaxNo', role: 'invoiceBuyer', entered: said.ours, read: said.read, isSame: wrong === undefined }
}

/** Tax number on a voucher issued to one of our companies; undefined if the voucher has none or none is recorded. */
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

/** The amount may be lower than the invoice total, but not higher. */
function amount(row: InvoiceRow, vouchers: readonly Voucher[]): OptionalComparison {
  const totals = vouchers.flatMap(({ fields }) => fields.total ?? [])
  const held = entered(row, 'invoiceAmount')
  if (totals.length === 0) return undefined
  // where the amount in words differs from that in figures, the lower one counts
  const sumOfTotals = (pick: 'min' | 'max') =>
    totals.reduce((sum, { value, otherwise = value }) => sum.plus(Decimal[pick](value, otherwise)), new Decimal(0))
  const [total, most] = [sumOfTotals('min'), sumOfTotals('max')]
  const excess = held.entered === undefined ? new Decimal(0) : new Decimal(held.entered).minus(total)
  const isSame = held.entered !== undefined && excess.lte(0)
  const read = total.eq(most) ? total.toFixed(2) : `${total.toFixed(2)} / ${most.toFixed(2)}`
  return { subject: 'amount', role: 'invoiceAmount', ...held, read, isSame, ...(excess.gt(0) && { excess: excess.toFixed(2) }) }
}

/**
 * Allowed difference, in yuan, between an invoice's tax and its net amount times the rate: each line is rounded on its own. Lines are not
 * stored, so their number is estimated from the amount; legal rates differ by at least half a percentage point.
 */
const roundedRows = (net: Decimal): Decimal => net.abs().times('0.0002').plus('0.05')

/** The row's rate must give the tax of each voucher, except for rounding. */
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

/** Kinds of vouchers that imply the invoice kind; the other layouts are used for special and ordinary invoices alike. */
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

/** Our companies by the names on invoices, from the company list and the billing details. */
export async function ourCompanies(db: Db): Promise<Buyers> {
  const companies = await db.selectFrom('sys_dict_data').select(['value', 'label', 'local_name']).where('type', '=', 'company').execute()
  const titles = await db.selectFrom('invoice_title').select(['company', 'title', 'tax_no']).where('del_flag', '=', 0).where('enable', '=',
    true).orderBy('tax_no').execute()
  const named = [...companies.flatMap(({ value, label, local_name: english }) => [[label, value], [english, value]] as const),
    ...titles.map(({ title, company }) => [title, company] as const)]
  const byName = new Map(named.flatMap(([name, value]) => (name ? [[plain(name), value] as const] : [])))
  const byTaxNo = new Map(titles.map(({ tax_no: taxNo, company }) => [taxNo, company]))
  return {
    companyOf: (
      { buyerName, buyerTaxNo },
    ) => (buyerName && !buyerName.value.includes(lostCharacter)
      ? byName.get(plain(buyerName.value))
      : buyerTaxNo && byTaxNo.get(plain(buyerTaxNo.value).toUpperCase())),
    nameOf: (company) => companies.find(({ value }) => value === company)?.label,
    taxNosOf: (company) => titles.filter((title) => title.company === company).map(({ tax_no: taxNo }) => taxNo),
  }
}

/** Normalises a name: half width, without spaces. */
const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
