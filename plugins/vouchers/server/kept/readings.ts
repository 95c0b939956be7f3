import type { Db } from '#server/database/tables.ts'
import { elementOf } from '../reading/element.ts'
import { vouchersOf } from '../reading/layouts.ts'
import { readerVersion } from '../reading/reader.ts'
import type { FileReading, Voucher } from '../reading/voucher.ts'
import './tables.ts'

export interface KeptReading extends FileReading {
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
