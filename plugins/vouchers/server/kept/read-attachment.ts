import { buffer } from 'node:stream/consumers'
import { MeaningfulError, Refused } from '#kernel/errors.ts'
import type { Attachment } from '#server/attachments/attachment.ts'
import { findAttachment } from '#server/attachments/attachments.ts'
import { fileReaderOf } from '#server/attachments/file-reader.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/inspection/verification.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { readerVersion, readVouchers } from '../reading/reader.ts'
import type { FileReading } from '../reading/voucher.ts'
import { keepReading, keptReadings } from './readings.ts'

/** A file beyond this is refused before it is read, bytes. */
const largest = 20 * 1024 * 1024
/** Version of the reader of a file that was not read to its end: it is tried again. */
const notFinished = 0

/**
 * Reads an uploaded file: once, then from memory; again where a newer reader may find more and no filed document
 * rests on it yet. A file without a voucher is kept as such. @throws Missing for a file that the caller may not read, Refused where it
 * holds no voucher
 */
export async function readAttachment(host: Host, caller: Caller, id: string): Promise<FileReading> {
  const file = await findAttachment(host.db, await fileReaderOf(host, host.db, caller), { id })
  const kept = (await keptReadings(host.db, [id])).get(id)
  const found = kept && kept.vouchers.length > 0 ? kept : undefined
  if (kept && kept.reader >= readerVersion) return demanded(kept)
  if (found && (await isFiled(host.db, file.document))) return demanded(found)
  return demanded(await readNow(host, file, { caller, found, isNew: !kept }))
}

/** Reads a file, and keeps what was read; where an older reader found something and this one does not, that stays. */
async function readNow(host: Host, file: Attachment,
  { caller, found, isNew }: { readonly caller: Caller; readonly found: FileReading | undefined; readonly isNew: boolean }
): Promise<FileReading> {
  try {
    const reading = await readAnew(host, caller, file)
    return reading.vouchers.length > 0 || !found ? await keepAs(readerVersion, reading, { host, file }) : found
  } catch (error) {
    if (found && error instanceof MeaningfulError) return found
    if (isNew) await keepAs(notFinished, { vouchers: [], problems: [] }, { host, file })
    throw error
  }
}

async function keepAs(reader: number, reading: FileReading,
  { host, file }: { readonly host: Host; readonly file: Attachment }): Promise<FileReading> {
  await transaction(host.db, (db) => keepReading(db, file, reading, { reader, at: host.clock.now() }))
  return reading
}

/** Files that one call reads; those beyond stay unread. */
const mostRead = 40

/** Reads those of the files that were not read yet. One that cannot be read is kept as such, or tried again by the next call. */
export async function readMissing(host: Host, caller: Caller, files: readonly string[]): Promise<void> {
  const kept = await keptReadings(host.db, files)
  const isRead = (id: string) => (kept.get(id)?.vouchers.length ?? 0) > 0 || (kept.get(id)?.reader ?? notFinished) >= readerVersion
  for (const file of [...new Set(files)].filter((each) => !isRead(each)).slice(0, mostRead))
    await readAttachment(host, caller, file).catch(() => undefined)
}

async function readAnew(host: Host, caller: Caller, file: Attachment): Promise<FileReading> {
  if (Number(file.size) > largest) throw new Refused('vouchers.tooLarge')
  const storage = storageOf(host.env)
  await demandBytes(storage, [file])
  return readVouchers({ name: file.real_name, bytes: await buffer(verifiedBytes(storage, file)) }, caller.id)
}

/** @throws Refused with the first problem where no voucher was read */
function demanded({ vouchers, problems }: FileReading): FileReading {
  const [problem] = problems
  if (vouchers.length === 0 && problem) throw new Refused(problem.code)
  return { vouchers, problems }
}

/** Returns whether a document holds the file that its applicant does not write any more. */
const isFiled = async (db: Db, document: string | null): Promise<boolean> =>
  document !== null &&
  (await db.selectFrom('document').select('id').where('id', '=', document).where('state', 'not in', ['refused', 'revoked'])
      .executeTakeFirst()) !== undefined
