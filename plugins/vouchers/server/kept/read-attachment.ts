import { buffer } from 'node:stream/consumers'
import { Refused } from '#kernel/errors.ts'
import { findAttachment } from '#server/attachments/attachments.ts'
import { fileReaderOf } from '#server/attachments/file-reader.ts'
import { storageOf } from '#server/attachments/storage-of.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/verification.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { readVouchers } from '../reading/reader.ts'
import type { FileReading } from '../reading/voucher.ts'
import { keepReading, keptReadings } from './readings.ts'

/** A file beyond this is refused before it is read, bytes. */
const largest = 20 * 1024 * 1024

/** What an uploaded file says: read once, then from memory. @throws Missing for a file that the caller may not read, Refused where it holds no voucher */
export async function readAttachment(host: Host, caller: Caller, id: string): Promise<FileReading> {
  const file = await findAttachment(host.db, await fileReaderOf(host, host.db, caller), { id })
  const kept = (await keptReadings(host.db, [id])).get(id)
  if (kept) return { vouchers: kept.vouchers, problems: kept.problems }
  if (Number(file.size) > largest) throw new Refused('vouchers.tooLarge')
  const storage = storageOf(host.env)
  await demandBytes(storage, [file])
  const reading = await readVouchers({ name: file.real_name, bytes: await buffer(verifiedBytes(storage, file)) })
  const [problem] = reading.problems
  if (reading.vouchers.length === 0 && problem) throw new Refused(problem.code)
  await transaction(host.db, (db) => keepReading(db, file, reading, host.clock.now()))
  return reading
}
