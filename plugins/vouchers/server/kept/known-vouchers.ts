import type { Db } from '#server/database/tables.ts'
import type { Voucher } from '../reading/voucher.ts'
import { lastVerifications, type Verification, verificationKey } from '../verification/verify.ts'
import { keptReadings } from './readings.ts'

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
