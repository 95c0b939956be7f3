import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { readable } from '#server/documents/visibility/scope.ts'
import { usesOfInvoices } from '#plugins/forms/server/public-api.ts'
import { keptReadings, readMissing } from '../kept/readings.ts'
import type { Voucher } from '../reading/voucher.ts'
import { lastVerifications, type Verification, verificationKey } from '../verification/verify.ts'
import type { VoucherReader } from '../voucher-reader.ts'
import { type Buyers, compared, type InvoiceComparison, type InvoiceRow, invoiceRows, ourCompanies, taxNoOf } from './comparison.ts'
import { type RowShare, sharesOfRows } from './shared-invoices.ts'
import { isCompared, vouchersNamed } from './exceptions.ts'

/** A row compared with its invoices. */
export interface ComparedRow {
  readonly table: string
  /** Row number in the table, from 1. */
  readonly place: number
  readonly files: readonly string[]
  /** True if at least one of its files was read. */
  readonly isRead: boolean
  /** False if none of the files could be read, or an invoice of the row is in none of them. */
  readonly isCompared: boolean
  readonly comparisons: readonly InvoiceComparison[]
  /** Numbers of other live documents that use its invoices; empty texts for documents that the reader may not see. */
  readonly usedIn: readonly string[]
  /** Last verification of each invoice; without an outcome if it was never requested. */
  readonly verifications: readonly RowVerification[]
  /** Rows with the same invoices, including this one, and the total that they claim. */
  readonly shared?: { readonly places: readonly number[]; readonly used: string; readonly total?: string; readonly isCovered: boolean }
  /** True if a verification service is configured and can be used for the row. */
  readonly isVerifiable: boolean
}

interface RowVerification extends Partial<Pick<Verification, 'outcome' | 'message' | 'at'>> {
  readonly number: string
  /** Id of the file with the invoice. */
  readonly file: string
}

/**
 * Compares the rows of a filed document with their files, optionally of one file only.
 * @throws Missing for a document that the caller may not read
 */
export async function compareDocument(reader: VoucherReader,
  { document, file }: { readonly document: string; readonly file?: string | undefined }): Promise<readonly ComparedRow[]> {
  const { db, env, forms, reads } = reader
  const found = await db.selectFrom('document').select(['type', 'value']).where('id', '=', document).where(readable(reads))
    .executeTakeFirst()
  const form = found && forms.find(({ key }) => key === found.type)
  if (!form) throw new Missing('documents.noSuchDocument')
  const rows = invoiceRows(form, found.value).filter(({ files }) => files.length > 0 && (file === undefined || files.includes(file)))
  await readMissing(reader, rows.flatMap(({ files }) => files))
  const used = await usesElsewhere(db, { rows, document })
  const shown = await shownNumbers(reader, [...used.values()].flat())
  return (await comparedRows(db, rows)).map((row, index) => ({
    ...row,
    isVerifiable: env.invoiceCheck !== undefined,
    usedIn: (rows[index]?.numbers ?? []).flatMap((number) => used.get(number) ?? []).map((id) => shown.get(id) ?? ''),
  }))
}

async function usesElsewhere(db: Db, { rows, document }: { readonly rows: readonly InvoiceRow[]; readonly document: string }): Promise<
  ReadonlyMap<string, readonly string[]>
> {
  const invoices = rows.flatMap(({ numbers }) => numbers.map((number) => ({ number, code: '' })))
  const found = new Map<string, string[]>()
  for (const use of await usesOfInvoices(db, invoices, document)) found.set(use.number, [...(found.get(use.number) ?? []), use.document])
  return found
}

async function comparedRows(db: Db, rows: readonly InvoiceRow[]): Promise<readonly Omit<ComparedRow, 'usedIn' | 'isVerifiable'>[]> {
  const readings = await keptReadings(db, rows.flatMap(({ files }) => files))
  const buyers = await ourCompanies(db)
  const verified = await lastVerifications(db, [...readings.values()].flatMap(({ vouchers }) => vouchers))
  const shares = sharesOfRows(rows, readings)
  return rows.map((row) => {
    const share = shares.find((each) => each.rows.includes(row))
    const vouchers = vouchersNamed(row.files.flatMap((each) => readings.get(each)?.vouchers ?? []), row.numbers)
    const [table = ''] = row.path.split('.')
    return { table, place: placeOf(row), files: row.files, isRead: vouchers.length > 0, isCompared: isCompared(row, readings),
      comparisons: compared(row, vouchers, buyers), ...(share && { shared: sharedPlaces(share) }),
      verifications: row.files.flatMap((file) =>
        vouchersNamed(readings.get(file)?.vouchers ?? [], row.numbers).flatMap((voucher) => verificationOf(voucher, file, verified) ?? [])
      ) }
  })
}

const sharedPlaces = ({ rows, ...share }: RowShare): NonNullable<ComparedRow['shared']> => ({ ...share, places: rows.map(placeOf) })

/** Row number in the table, from 1. */
const placeOf = ({ path }: InvoiceRow): number => Number(path.split('.')[1]) + 1

function verificationOf(voucher: Voucher, file: string, verified: ReadonlyMap<string, Verification>): RowVerification | undefined {
  const number = voucher.fields.number?.value
  const last = verified.get(verificationKey(voucher))
  return number === undefined ? undefined : { number, file, ...(last && { outcome: last.outcome, message: last.message, at: last.at }) }
}

/** Status of a voucher in the product, in addition to its own fields. */
interface VoucherStatus {
  /** Dictionary value of our company that is the buyer; null if the buyer is not one of ours, absent if the voucher has no buyer. */
  readonly company?: string | null
  /** The buyer is our company, but the tax number does not belong to it. */
  readonly isTaxNoWrong?: true
  /** Number of the document that uses it; empty if the reader may not see that document. */
  readonly usedIn?: string
  /** Last verification by the tax authority's service. */
  readonly verification?: Pick<Verification, 'outcome' | 'message' | 'at'>
}

/** Buyer, use and verification of vouchers, in their order. */
export async function statusesOf(reader: VoucherReader, vouchers: readonly Voucher[]): Promise<readonly VoucherStatus[]> {
  const { db } = reader
  const buyers = await ourCompanies(db)
  const uses = await usesOfInvoices(db,
    vouchers.flatMap(({ fields: { number, code } }) => (number ? [{ number: number.value, code: code?.value ?? '' }] : [])))
  const shown = await shownNumbers(reader, uses.map(({ document }) => document))
  const verifications = await lastVerifications(db, vouchers)
  return vouchers.map((voucher) => {
    const { fields } = voucher
    const verification = verifications.get(verificationKey(voucher))
    const use = uses.find(({ number, code }) =>
      number === fields.number?.value && (code === '' || !fields.code || code === fields.code.value)
    )
    return {
      ...buyerOf(fields, buyers),
      ...(use && { usedIn: shown.get(use.document) ?? '' }),
      ...(verification && { verification: { outcome: verification.outcome, message: verification.message, at: verification.at } }),
    }
  })
}

function buyerOf(fields: Voucher['fields'], buyers: Buyers): Pick<VoucherStatus, 'company' | 'isTaxNoWrong'> {
  if (!fields.buyerName && !fields.buyerTaxNo) return {}
  return { company: buyers.companyOf(fields) ?? null, ...(taxNoOf(fields, buyers)?.isOurs === false && { isTaxNoWrong: true }) }
}

/** Numbers, by id, of those documents that the reader may read. */
async function shownNumbers({ db, reads }: VoucherReader, documents: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (documents.length === 0) return new Map()
  const rows = await db.selectFrom('document').select(['document.id', 'document.number']).where('document.id', 'in', [
    ...new Set(documents),
  ]).where(readable(reads)).execute()
  return new Map(rows.flatMap(({ id, number }) => (number ? [[id, number]] : [])))
}
