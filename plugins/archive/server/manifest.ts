import type { LedgerTotals } from '#plugins/budgets/server/public-api.ts'
import type { FileKind } from './tables.ts'

/** Content of a package's `manifest.json`. */
export interface Manifest {
  readonly format: typeof manifestFormat
  readonly company: { readonly code: string; readonly cn: string; readonly en: string }
  readonly period: string
  /** yyyy-MM-dd; `until` is exclusive. */
  readonly from: string
  readonly until: string
  /** Consecutive number within the company. */
  readonly number: number
  readonly madeFor: string
  /** yyyy-MM-dd HH:mm:ss in Shanghai */
  readonly askedFor: string
  /** The previous package in the company's hash chain; null for the first one. */
  readonly previous: { readonly number: number; readonly period: string; readonly manifestSha256: string } | null
  readonly counts: { readonly documents: number; readonly files: number; readonly originals: number; readonly missing: number;
    readonly readings: ReadingCounts }
  readonly totals: { readonly ledger: LedgerTotals; readonly documents: readonly TypeTotal[] }
  /** Missing or damaged originals, and documents that could not be printed. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[]
  readonly files: readonly ManifestFile[]
}

/** Number of originals with voucher readings, and of those with a voucher confirmed by the tax authority. */
export interface ReadingCounts {
  readonly files: number
  readonly verified: number
}

/** Content of a document's `vouchers.json`. */
export interface ReadingsFile {
  readonly number: string
  readonly files: readonly {
    /** Name within the zip. */
    readonly name: string
    /** Hash of the file that was read. */
    readonly sha256: string
    /** Version of the reader. */
    readonly reader: number
    /** yyyy-MM-dd HH:mm:ss in Shanghai */
    readonly readAt: string
    readonly vouchers: readonly {
      /** Each value with its source and its certainty. */
      readonly fields: Readonly<
        Record<string,
          { readonly value: string; readonly source: string; readonly certain: boolean; readonly certainty: number;
            readonly otherwise?: string } | undefined>
      >
      readonly verification: { readonly outcome: string; readonly message: string; readonly at: string } | null
    }[]
  }[]
}

interface TypeTotal {
  readonly type: string
  readonly cn: string
  readonly en: string
  readonly documents: number
  readonly amountRmb: string
}

export interface ManifestFile {
  /** Name within the zip. */
  readonly name: string
  readonly kind: FileKind
  readonly size: number
  readonly sha256: string
}

/** Counts the files of a document's readings. */
export const countsOf = (
  { files }: {
    readonly files: readonly { readonly vouchers: readonly { readonly verification: { readonly outcome: string } | null }[] }[]
  },
): ReadingCounts => ({
  files: files.length,
  verified: files.filter(({ vouchers }) => vouchers.some(({ verification }) => verification?.outcome === 'genuine')).length,
})

/** Sums the counts of several documents, for the manifest. */
export const sumOfCounts = (counts: readonly ReadingCounts[]): ReadingCounts => ({
  files: counts.reduce((sum, { files }) => sum + files, 0),
  verified: counts.reduce((sum, { verified }) => sum + verified, 0),
})

export const manifestFormat = 'accounting-archive/1'
export const manifestName = 'manifest.json'
export const readingsName = 'vouchers.json'
export const ledgerName = 'ledger.csv'
