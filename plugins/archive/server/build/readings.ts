import { Readable } from 'node:stream'
import { nowOf } from '#kernel/values/dates.ts'
import { type KnownVouchers, knownVouchers } from '#plugins/vouchers/server/public-api.ts'
import { type ReadingsFile, readingsName } from '../manifest.ts'
import { keepFile, type Shelf } from './shelf.ts'

/** An original of a document: its id among the attachments, its name within the zip, and its hash. */
export interface Original {
  readonly id: string
  readonly name: string
  readonly sha256: string
}

/**
 * Writes the readings of a document's vouchers, each beside the hash of its file, with the results of verification. Nothing is written
 * where no voucher was read.
 */
export async function keepReadings(shelf: Shelf, { number, folder }: { readonly number: string; readonly folder: string },
  originals: readonly Original[]): Promise<void> {
  const known = await knownVouchers(shelf.db, originals.map(({ id }) => id))
  const read = originals.flatMap((original) => {
    const found = known.get(original.id)
    return found ? [{ original, found }] : []
  })
  if (read.length === 0) return
  const content: ReadingsFile = { number, files: read.map(({ original, found }) => saidOf(original, found)) }
  await keepFile(shelf, { name: `${folder}/${readingsName}`, kind: 'readings' },
    () => Readable.from([Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)]))
}

const saidOf = ({ name }: Original, { sha256, reader, readAt, vouchers }: KnownVouchers): ReadingsFile['files'][number] => ({
  name,
  sha256,
  reader,
  readAt: nowOf(readAt),
  vouchers: vouchers.map(({ verification, ...voucher }) => ({ ...voucher,
    verification: verification && { ...verification, at: nowOf(verification.at) } })
  ),
})
