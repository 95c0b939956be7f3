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
import { keepReading, type KeptReading, keptReadings } from './readings.ts'

/** A file beyond this is refused before it is read, bytes. */
const largest = 20 * 1024 * 1024

/**
 * Reads an uploaded file: once, then from memory; again where a newer reader may find more and no filed document
 * rests on it yet. @throws Missing for a file that the caller may not read, Refused where it holds no voucher
 */
export async function readAttachment(host: Host, caller: Caller, id: string): Promise<FileReading> {
  const file = await findAttachment(host.db, await fileReaderOf(host, host.db, caller), { id })
  const kept = (await keptReadings(host.db, [id])).get(id)
  if (kept && (kept.reader >= readerVersion || (await isFiled(host.db, file.document)))) return answered(kept)
  try {
    return await readAnew(host, file)
  } catch (error) {
    // the older reader found something, where this one does not
    if (kept && error instanceof MeaningfulError) return answered(kept)
    throw error
  }
}

async function readAnew(host: Host, file: Attachment): Promise<FileReading> {
  if (Number(file.size) > largest) throw new Refused('vouchers.tooLarge')
  const storage = storageOf(host.env)
  await demandBytes(storage, [file])
  const reading = await readVouchers({ name: file.real_name, bytes: await buffer(verifiedBytes(storage, file)) })
  const [problem] = reading.problems
  if (reading.vouchers.length === 0 && problem) throw new Refused(problem.code)
  await transaction(host.db, (db) => keepReading(db, file, reading, { reader: readerVersion, at: host.clock.now() }))
  return reading
}

const answered = ({ vouchers, problems }: KeptReading): FileReading => ({ vouchers, problems })

/** Returns whether a document holds the file that its applicant does not write any more. */
const isFiled = async (db: Db, document: string | null): Promise<boolean> =>
  document !== null &&
  (await db.selectFrom('document').select('id').where('id', '=', document).where('state', 'not in', ['refused', 'revoked'])
      .executeTakeFirst()) !== undefined
