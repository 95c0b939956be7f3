import { buffer } from 'node:stream/consumers'
import { MeaningfulError, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Attachment } from '#server/attachments/wire.ts'
import { findAttachment } from '#server/attachments/attachments.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/inspection/verification.ts'
import { transaction } from '#server/database/transaction.ts'
import { elementOf, vouchersOf } from '../reading/layouts.ts'
import { readerVersion, readVouchers } from '../reading/reader.ts'
import type { FileReading, Voucher } from '../reading/voucher.ts'
import '../tables.ts'
import { lastVerifications, type Verification, verificationKey } from '../verification/verify.ts'
import type { VoucherReader } from '../voucher-reader.ts'

interface KeptReading extends FileReading {
  readonly attachment: string
  readonly sha256: string
  readonly readAt: Date
  /** Version of the reader. */
  readonly reader: number
}

/** Stored readings by file id; files that could not be read have a reading without vouchers. */
export async function keptReadings(db: Db, attachments: readonly string[]): Promise<ReadonlyMap<string, KeptReading>> {
  if (attachments.length === 0) return new Map()
  const rows = await db.selectFrom('voucher_reading').selectAll().where('attachment', 'in', [...new Set(attachments)]).execute()
  return new Map(
    rows.map((
      { attachment, sha256, reading, read_at: readAt, reader },
    ) => [attachment, { ...reading, attachment, sha256, readAt, reader }]),
  )
}

interface KeepOptions {
  readonly reader: number
  readonly at: Date
}

/** Stores a reading, replacing one by an older reader version. Concurrent readings of a file are equal, so the first one wins. */
export async function keepReading(db: Db, { id, sha256 }: { readonly id: string; readonly sha256: string }, reading: FileReading,
  { reader, at }: KeepOptions): Promise<void> {
  const row = { sha256, reading: JSON.stringify(reading), read_at: at, reader }
  const kept = await db.insertInto('voucher_reading').values({ attachment: id, ...row })
    .onConflict((conflict) => conflict.column('attachment').doUpdateSet(row).where('voucher_reading.reader', '<', reader)).returning(
      'attachment',
    ).executeTakeFirst()
  if (!kept) return
  await db.deleteFrom('read_voucher').where('attachment', '=', id).execute()
  const rows = reading.vouchers.map((voucher, position) => ({ attachment: id, position, ...foundBy(voucher) }))
  if (rows.length > 0) await db.insertInto('read_voucher').values(rows).execute()
}

const foundBy = ({ fields }: Voucher) => ({ code: fields.code?.value ?? '', number: fields.number?.value ?? null,
  original_number: fields.originalNumber?.value ?? null })

/** Stores the reading of a file from XML that the caller already extracted. */
export const keepXmlReading = (db: Db, { name, ...file }: { readonly id: string; readonly sha256: string; readonly name: string },
  { xml, at }: { readonly xml: string; readonly at: Date }): Promise<void> =>
  keepReading(db, file, { vouchers: vouchersOf(elementOf(Buffer.from(xml)), name), problems: [] }, { reader: readerVersion, at })

/** Vouchers of a file: readings, reader version, and the last verification of each by the tax authority. */
export interface KnownVouchers {
  /** Hash of the read bytes. */
  readonly sha256: string
  readonly reader: number
  readonly readAt: Date
  readonly vouchers:
    readonly (Omit<Voucher, 'files'> & { readonly verification: Pick<Verification, 'outcome' | 'message' | 'at'> | null })[]
}

/** Vouchers by file id; files without a readable voucher are left out. */
export async function knownVouchers(db: Db, files: readonly string[]): Promise<ReadonlyMap<string, KnownVouchers>> {
  const readings = new Map([...(await keptReadings(db, files))].filter(([, { vouchers }]) => vouchers.length > 0))
  const verified = await lastVerifications(db, [...readings.values()].flatMap(({ vouchers }) => vouchers))
  const verificationOf = (voucher: Voucher) => {
    const found = verified.get(verificationKey(voucher))
    return found ? { outcome: found.outcome, message: found.message, at: found.at } : null
  }
  const said = (voucher: Voucher) => {
    const { kind, fields, segments } = voucher
    return { kind, fields, ...(segments && { segments }), verification: verificationOf(voucher) }
  }
  return new Map(
    [...readings].map(([file, { sha256, reader, readAt, vouchers }]) => [file, { sha256, reader, readAt, vouchers: vouchers.map(said) }]),
  )
}

/** Maximum file size for reading, in bytes. */
const largest = 20 * 1024 * 1024
/** Reader version stored for an aborted reading, so that it is retried. */
const notFinished = 0

/**
 * Reads the vouchers in an uploaded file, cached. Read again with a newer reader version, unless a filed document already uses the reading.
 * A file without vouchers is cached as such.
 * @throws Missing if the caller may not read the file
 * @throws Refused if it contains no voucher
 */
export async function readAttachment(reader: VoucherReader, id: string): Promise<FileReading> {
  const file = await findAttachment(reader.db, reader.reads, { id })
  const kept = (await keptReadings(reader.db, [id])).get(id)
  const found = kept && kept.vouchers.length > 0 ? kept : undefined
  if (kept && kept.reader >= readerVersion) return demanded(kept)
  if (found && (await isFiled(reader.db, file.document))) return demanded(found)
  return demanded(await readNow(reader, file, { found, isNew: !kept }))
}

/** Reads a file and stores the reading; an older non-empty reading is kept if the new one is empty. */
async function readNow(reader: VoucherReader, file: Attachment,
  { found, isNew }: { readonly found: FileReading | undefined; readonly isNew: boolean }): Promise<FileReading> {
  try {
    const reading = await readAnew(reader, file)
    return reading.vouchers.length > 0 || !found ? await keepAs(readerVersion, reading, { reader, file }) : found
  } catch (error) {
    if (found && error instanceof MeaningfulError) return found
    if (isNew) await keepAs(notFinished, { vouchers: [], problems: [] }, { reader, file })
    throw error
  }
}

async function keepAs(version: number, reading: FileReading,
  { reader, file }: { readonly reader: VoucherReader; readonly file: Attachment }): Promise<FileReading> {
  await transaction(reader.db, (db) => keepReading(db, file, reading, { reader: version, at: reader.clock.now() }))
  return reading
}

/** Maximum number of files read per call; further ones are skipped. */
const mostRead = 40

/** Reads those of the files that were not read yet. Failures are ignored: stored as unreadable, or retried by the next call. */
export async function readMissing(reader: VoucherReader, files: readonly string[]): Promise<void> {
  const kept = await keptReadings(reader.db, files)
  const isRead = (id: string) => (kept.get(id)?.vouchers.length ?? 0) > 0 || (kept.get(id)?.reader ?? notFinished) >= readerVersion
  for (const file of [...new Set(files)].filter((each) => !isRead(each)).slice(0, mostRead))
    await readAttachment(reader, file).catch(() => undefined)
}

async function readAnew({ env, person, readers }: VoucherReader, file: Attachment): Promise<FileReading> {
  if (Number(file.size) > largest) throw new Refused('vouchers.tooLarge')
  const storage = storageOf(env)
  await demandBytes(storage, [file])
  return readVouchers({ name: file.real_name, bytes: await buffer(verifiedBytes(storage, file)) }, person, readers)
}

/** @throws Refused with the first problem if there is no voucher */
function demanded({ vouchers, problems }: FileReading): FileReading {
  const [problem] = problems
  if (vouchers.length === 0 && problem) throw new Refused(problem.code)
  return { vouchers, problems }
}

/** Returns whether the file belongs to a document that is no longer being edited by its applicant. */
const isFiled = async (db: Db, document: string | null): Promise<boolean> =>
  document !== null &&
  (await db.selectFrom('document').select('id').where('id', '=', document).where('state', 'not in', ['refused', 'revoked'])
      .executeTakeFirst()) !== undefined
