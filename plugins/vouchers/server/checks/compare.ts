import { Missing } from '#kernel/errors.ts'
import { usesOfInvoices } from '#plugins/forms/server/public-api.ts'
import type { Db } from '#server/database/tables.ts'
import { readable, readerOf } from '#server/documents/visibility/scope.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { readMissing } from '../kept/read-attachment.ts'
import { keptReadings } from '../kept/readings.ts'
import type { Voucher } from '../reading/voucher.ts'
import { lastVerifications, type Verification, verificationKey } from '../verification/verify.ts'
import { ourCompanies } from './companies.ts'
import { compared, type InvoiceComparison } from './comparison.ts'
import { type InvoiceRow, invoiceRows } from './invoice-rows.ts'
import { type RowShare, sharesOfRows } from './shared-invoices.ts'
import { shownNumbers } from './status.ts'
import { isCompared, meant } from './row-checks.ts'

/** A row beside what its invoices say. */
export interface ComparedRow {
  readonly table: string
  /** Place in the table, from 1. */
  readonly place: number
  readonly files: readonly string[]
  /** True where any of its files was read. */
  readonly isRead: boolean
  /** False where what the row says stands in none of the files that were read. */
  readonly isCompared: boolean
  readonly comparisons: readonly InvoiceComparison[]
  /** Other live documents that use its invoices; numbers of those that the reader may not know are empty. */
  readonly usedIn: readonly string[]
  /** The last answers of the tax authority's service about them; those that it was not asked about have no outcome. */
  readonly verifications: readonly RowVerification[]
  /** Rows that use the same invoices, this one among them, and what they claim together. */
  readonly shared?: { readonly places: readonly number[]; readonly used: string; readonly total?: string; readonly isCovered: boolean }
  /** True where the service can be asked here. */
  readonly isVerifiable: boolean
}

interface RowVerification extends Partial<Pick<Verification, 'outcome' | 'message' | 'at'>> {
  readonly number: string
  /** The file that holds the invoice. */
  readonly file: string
}

/**
 * Compares the rows of a filed document with their files, or those of one file.
 * @throws Missing for a document that the caller may not read
 */
export async function compareDocument(host: Host, caller: Caller,
  { document, file }: { readonly document: string; readonly file?: string | undefined }): Promise<readonly ComparedRow[]> {
  const reader = await readerOf(host, host.db, caller)
  const found = await host.db.selectFrom('document').select(['type', 'value']).where('id', '=', document).where(readable(reader))
    .executeTakeFirst()
  const form = found && host.plugins.flatMap(({ forms }) => forms).find(({ key }) => key === found.type)
  if (!form) throw new Missing('documents.noSuchDocument')
  const rows = invoiceRows(form, found.value).filter(({ files }) => files.length > 0 && (file === undefined || files.includes(file)))
  await readMissing(host, caller, rows.flatMap(({ files }) => files))
  const used = await usesElsewhere(host.db, { rows, document })
  const shown = await shownNumbers(host.db, reader, [...used.values()].flat())
  return (await comparedRows(host.db, rows)).map((row, index) => ({
    ...row,
    isVerifiable: host.env.invoiceCheck !== undefined,
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
    const vouchers = meant(row.files.flatMap((each) => readings.get(each)?.vouchers ?? []), row.numbers)
    const [table = ''] = row.path.split('.')
    return { table, place: placeOf(row), files: row.files, isRead: vouchers.length > 0, isCompared: isCompared(row, readings),
      comparisons: compared(row, vouchers, buyers), ...(share && { shared: saidOf(share) }),
      verifications: row.files.flatMap((file) =>
        meant(readings.get(file)?.vouchers ?? [], row.numbers).flatMap((voucher) => verificationOf(voucher, file, verified) ?? [])
      ) }
  })
}

const saidOf = ({ rows, ...share }: RowShare): NonNullable<ComparedRow['shared']> => ({ ...share, places: rows.map(placeOf) })

/** Place in the table, from 1. */
const placeOf = ({ path }: InvoiceRow): number => Number(path.split('.')[1]) + 1

function verificationOf(voucher: Voucher, file: string, verified: ReadonlyMap<string, Verification>): RowVerification | undefined {
  const number = voucher.fields.number?.value
  const last = verified.get(verificationKey(voucher))
  return number === undefined ? undefined : { number, file, ...(last && { outcome: last.outcome, message: last.message, at: last.at }) }
}
