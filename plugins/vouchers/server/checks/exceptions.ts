import { Decimal } from 'decimal.js'
import type { FieldProblem, Parameters as MessageParameters } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldRole } from '#kernel/fields.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { DocumentException, ExceptionRequest } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { usesOfInvoices } from '#plugins/forms/server/public-api.ts'
import { keptReadings } from '../kept/readings.ts'
import type { FileReading, Voucher } from '../reading/voucher.ts'
import { lastVerifications, type Verification, verificationKey } from '../verification/verify.ts'
import { type Buyers, compared, heldAs, type InvoiceComparison, type InvoiceRow, invoiceRows, ourCompanies, pathAs } from './comparison.ts'
import { isInRmb } from './shared-invoices.ts'

/** The vouchers in a row's files that belong to the row. */
export const vouchersOf = ({ files, numbers }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): readonly Voucher[] =>
  vouchersNamed(files.flatMap((file) => readings.get(file)?.vouchers ?? []), numbers)

/** Of a file with several vouchers, those whose numbers the row has; all if it has none of them. */
export function vouchersNamed(vouchers: readonly Voucher[], numbers: readonly string[]): readonly Voucher[] {
  const named = vouchers.filter(({ fields }) => fields.number && numbers.includes(fields.number.value))
  return named.length > 0 ? named : vouchers
}

/**
 * Returns whether a row could be compared with its files: false if none of them was read, or if one was not and an invoice of the row is in
 * none of the others. True for a row without files.
 */
export function isCompared({ files, numbers }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): boolean {
  const vouchers = files.flatMap((file) => readings.get(file)?.vouchers ?? [])
  if (files.length === 0) return true
  const isWhole = files.every((file) => (readings.get(file)?.vouchers.length ?? 0) > 0)
  const read = new Set(vouchers.map(({ fields }) => fields.number?.value))
  return vouchers.length > 0 && (isWhole || numbers.every((number) => read.has(number)))
}

/** Numbers of the credit notes for these invoices, among all files read, by the number of the original. */
export async function redNumbers(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db.selectFrom('read_voucher').select(['original_number as blue', 'number as red']).where('original_number', 'in',
    numbers).execute()
  const found = new Map<string, string[]>()
  for (const { blue, red } of rows) if (blue !== null) found.set(blue, [...(found.get(blue) ?? []), red ?? ''])
  return found
}

interface InvoiceRowContext {
  readonly row: InvoiceRow
  readonly readings: ReadonlyMap<string, FileReading>
  readonly buyers: Buyers
}

/** Problems for differences between a row and its files, at the row's columns. Amounts are compared for documents in RMB only. */
export function rowDifferences(document: Parameters<typeof isInRmb>[0],
  { row, readings, buyers }: InvoiceRowContext): readonly FieldProblem[] {
  return compared(row, vouchersOf(row, readings), buyers)
    .filter(({ isSame, entered, subject }) => !isSame && entered !== undefined && (subject !== 'amount' || isInRmb(document)))
    .map((each) => ({ field: pathAs(row, each.role), code: `vouchers.differs.${each.subject}`, parameters: saidIn(each) }))
}

const saidIn = ({ entered = '', read }: InvoiceComparison) => ({ entered, read })

type Examined = ExceptionRequest['documents'][number]

/** Data for judging rows, loaded for all documents at once. */
interface Known {
  readonly readings: ReadonlyMap<string, FileReading>
  readonly buyers: Buyers
  readonly uses: Awaited<ReturnType<typeof usesOfInvoices>>
  readonly reds: ReadonlyMap<string, readonly string[]>
  readonly verifications: ReadonlyMap<string, Verification>
}

/**
 * Invoice exceptions of documents, by document id: issued to another company, used twice, credited, rejected by the tax authority,
 * different from the row, or not compared. Uses a fixed number of queries for all documents. Unread files are not read here and count as
 * not compared.
 */
export async function invoiceExceptions(
  { db, documents }: Pick<ExceptionRequest, 'db' | 'documents'>,
): Promise<ReadonlyMap<string, readonly DocumentException[]>> {
  const examined = documents.map((document) => ({ document,
    rows: invoiceRows(document.form, document.value).filter(({ files, numbers }) => files.length + numbers.length > 0) })
  )
  const rows = examined.flatMap((each) => each.rows)
  if (rows.length === 0) return new Map()
  const readings = await keptReadings(db, rows.flatMap(({ files }) => files))
  const [buyers, uses, reds, verifications] = await Promise.all([ourCompanies(db),
    usesOfInvoices(db, rows.flatMap((row) => row.numbers.map((number) => ({ number, code: codeOf(row) })))),
    redNumbers(db, rows.flatMap(({ numbers }) => numbers)),
    lastVerifications(db, [...readings.values()].flatMap(({ vouchers }) => vouchers))])
  const known = { readings, buyers, uses, reds, verifications }
  return new Map(examined.map(({ document, rows: own }) => [document.id, own.flatMap((row) => exceptionsOfRow(document, row, known))]))
}

const codeOf = (row: InvoiceRow): string => String(heldAs(row, 'invoiceCode') ?? '')

function exceptionsOfRow(document: Examined, row: InvoiceRow, known: Known): readonly DocumentException[] {
  const [table = '', index] = row.path.split('.')
  const explanation = rowsAt(document.shown, table)[Number(index)]?.[keyAs(row.columns, 'rowRemark') ?? '']
  const at = (role: FieldRole, ...reads: readonly FieldRole[]) => {
    const pathOf = (each: FieldRole) => [table, keyAs(row.columns, each)].filter((part) => part !== undefined).join('.')
    return { field: pathOf(role), reads: reads.map(pathOf), row: { id: rowIdOf(row.row), place: Number(index) + 1 },
      ...(typeof explanation === 'string' && { explanation }) }
  }
  const isRead = row.files.some((file) => known.readings.has(file))
  return [
    ...rowDifferences(document, { row, ...known }).map(({ code, parameters }) => difference(at, row, { code, parameters })),
    ...usedToo(document.id, row, known).map((no) => ({ ...at('invoiceNumber'), ...text('usedToo', 20), params: { no } })),
    ...redLetters(row, vouchersOf(row, known.readings), known.reds).map(({ code, parameters = {} }) => ({
      ...at('invoiceNumber', 'invoiceFiles', 'invoiceAmount'),
      code: 'vouchers.exception.reversed',
      detail: code,
      params: parameters,
      order: 25,
    })),
    ...refused(row, known).map(({ outcome, number: no }) => ({ ...at('invoiceNumber', 'invoiceFiles'), ...text(`verified.${outcome}`, 15),
      params: { no } })
    ),
    ...(isCompared(row, known.readings) ? [] : [{ ...at('invoiceFiles'), ...text(isRead ? 'notCompared' : 'notRead', 60) }]),
  ]
}

/** Text codes of an exception defined by this module: short and long form. */
const text = (name: string, order: number) => ({ code: `vouchers.exception.${name}`, detail: `vouchers.exception.${name}.detail`, order })

type At = (role: FieldRole, ...reads: readonly FieldRole[]) => Pick<DocumentException, 'field' | 'reads' | 'row' | 'explanation'>

const rolesOf: Readonly<Record<string, FieldRole>> = { number: 'invoiceNumber', buyer: 'invoiceBuyer', buyerTaxNo: 'invoiceBuyer',
  date: 'invoiceDate', amount: 'invoiceAmount', taxRate: 'invoiceTaxRate', kind: 'invoiceKind' }

/** Exception for a difference between row and file; another company as buyer is the most severe. */
function difference(at: At, row: InvoiceRow, { code, parameters = {} }: Pick<FieldProblem, 'code' | 'parameters'>): DocumentException {
  const subject = code.slice(code.lastIndexOf('.') + 1)
  const place = at(rolesOf[subject] ?? 'invoiceNumber', 'invoiceFiles')
  const params: MessageParameters = parameters
  if (subject === 'buyer') return { ...place, ...text('buyer', 10), params }
  return { ...place, code: `vouchers.exception.${subject}`, detail: code, params, order: subject === 'buyerTaxNo' ? 12 : 50 }
}

/** Invoice numbers of the row that another live document uses; an empty code matches any code. */
const usedToo = (document: string, row: InvoiceRow, { uses }: Known): readonly string[] =>
  row.numbers.filter((number) =>
    uses.some((use) =>
      use.number === number && use.document !== document && (use.code === '' || codeOf(row) === '' || use.code === codeOf(row))
    )
  )

/** Last verifications of the row's invoices with an outcome other than genuine. */
const refused = (row: InvoiceRow, { readings, verifications }: Known): readonly Verification[] =>
  vouchersOf(row, readings).flatMap((voucher) => verifications.get(verificationKey(voucher)) ?? []).filter(({ outcome }) =>
    outcome !== 'genuine'
  )

/** A credit note may only be claimed together with its original invoice, and a credited invoice only with all of its credit notes. */
export function redLetters(row: InvoiceRow, vouchers: readonly Voucher[],
  reds: ReadonlyMap<string, readonly string[]>): readonly FieldProblem[] {
  const field = pathAs(row, 'invoiceNumber')
  const isHere = (number: string | undefined) => number !== undefined && row.numbers.includes(number)
  const alone = vouchers.filter(({ fields }) => fields.total?.value.startsWith('-') && !isHere(fields.originalNumber?.value))
  const reversed = row.numbers.filter((number) => reds.get(number)?.some((red) => !isHere(red)))
  return [
    ...alone.map(({ fields }) => ({ field, code: 'vouchers.redLetter', parameters: { no: fields.number?.value ?? '' } })),
    ...reversed.map((no) => ({ field, code: 'vouchers.reversed', parameters: { no } })),
    ...(alone.length === 0 ? setOff(row, vouchers) : []),
  ]
}

/** With credit notes, the claimed amount must not exceed the remaining total. */
function setOff(row: InvoiceRow, vouchers: readonly Voucher[]): readonly FieldProblem[] {
  if (!vouchers.some(({ fields }) => fields.total?.value.startsWith('-'))) return []
  const rest = vouchers.reduce((sum, { fields }) => sum.plus(fields.total?.value ?? 0), new Decimal(0))
  const amount = decimalOf(String(heldAs(row, 'invoiceAmount') ?? '0'))
  return amount?.gt(rest)
    ? [{ field: pathAs(row, 'invoiceAmount'), code: 'vouchers.aboveRest', parameters: { rest: rest.toFixed(2) } }]
    : []
}
