import { usesOfInvoices } from '#plugins/forms/server/public-api.ts'
import type { Db } from '#server/database/tables.ts'
import { readable, type DocumentReader } from '#server/documents/visibility/scope.ts'
import type { Voucher } from '../reading/voucher.ts'
import { lastVerifications, type Verification, verificationKey } from '../verification/verify.ts'
import { ourCompanies } from './companies.ts'
import { type Buyers, taxNoOf } from './comparison.ts'

/** The knowledge of the product about a voucher beside what it says. */
export interface VoucherStatus {
  /** Value of the company that it was issued to; null where it is none of ours. Absent where it names no buyer. */
  readonly company?: string | null
  /** The tax number beside our company's name is not ours. */
  readonly isTaxNoWrong?: true
  /** Number of the document that uses it; empty where the reader may not know which. */
  readonly usedIn?: string
  /** The last answer of the tax authority's service about it. */
  readonly verification?: Pick<Verification, 'outcome' | 'message' | 'at'>
}

/** Returns the owners of vouchers, and the documents that use them already. */
export async function statusesOf(db: Db, reader: DocumentReader, vouchers: readonly Voucher[]): Promise<readonly VoucherStatus[]> {
  const buyers = await ourCompanies(db)
  const uses = await usesOfInvoices(db,
    vouchers.flatMap(({ fields: { number, code } }) => (number ? [{ number: number.value, code: code?.value ?? '' }] : [])))
  const shown = await shownNumbers(db, reader, uses.map(({ document }) => document))
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

/** Numbers of those documents that a reader may read. */
export async function shownNumbers(db: Db, reader: DocumentReader, documents: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (documents.length === 0) return new Map()
  const rows = await db.selectFrom('document').select(['document.id', 'document.number']).where('document.id', 'in', [
    ...new Set(documents),
  ]).where(readable(reader)).execute()
  return new Map(rows.flatMap(({ id, number }) => (number ? [[id, number]] : [])))
}
