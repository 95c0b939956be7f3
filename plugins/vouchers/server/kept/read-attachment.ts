import { buffer } from 'node:stream/consumers'
import { MeaningfulError, Refused } from '#kernel/errors.ts'
import type { Attachment } from '#server/attachments/attachment.ts'
import { findAttachment } from '#server/attachments/attachments.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/inspection/verification.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { readerVersion, readVouchers } from '../reading/reader.ts'
import type { FileReading } from '../reading/voucher.ts'
import type { VoucherReader } from '../voucher-reader.ts'
import { keepReading, keptReadings } from './readings.ts'

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

async function readAnew({ env, person }: VoucherReader, file: Attachment): Promise<FileReading> {
  if (Number(file.size) > largest) throw new Refused('vouchers.tooLarge')
  const storage = storageOf(env)
  await demandBytes(storage, [file])
  return readVouchers({ name: file.real_name, bytes: await buffer(verifiedBytes(storage, file)) }, person)
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
