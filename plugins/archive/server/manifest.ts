import type { LedgerTotals } from '#plugins/budgets/server/public-api.ts'
import type { FileKind } from './tables.ts'

/** The content of `manifest.json` of a package. */
export interface Manifest {
  readonly format: typeof manifestFormat
  readonly company: { readonly code: string; readonly cn: string; readonly en: string }
  readonly period: string
  /** yyyy-MM-dd; `until` is the first day that is no longer in the period. */
  readonly from: string
  readonly until: string
  /** Among the packages of the company. */
  readonly number: number
  readonly madeFor: string
  /** yyyy-MM-dd HH:mm:ss in Shanghai */
  readonly askedFor: string
  /** The package before it; null for the first one of a company. */
  readonly previous: { readonly number: number; readonly period: string; readonly manifestSha256: string } | null
  readonly counts: { readonly documents: number; readonly files: number; readonly originals: number; readonly missing: number;
    readonly readings: ReadingCounts }
  readonly totals: { readonly ledger: LedgerTotals; readonly documents: readonly TypeTotal[] }
  /** Originals that were gone or damaged, and documents that could not be printed. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[]
  readonly files: readonly ManifestFile[]
}

/** Originals whose vouchers were read, and those of which the tax authority confirmed one. */
export interface ReadingCounts {
  readonly files: number
  readonly verified: number
}

/** The content of `vouchers.json` of a document. */
export interface ReadingsFile {
  readonly number: string
  readonly files: readonly {
    /** Within the zip. */
    readonly name: string
    /** Of the bytes that were read. */
    readonly sha256: string
    /** Version of the reader. */
    readonly reader: number
    /** yyyy-MM-dd HH:mm:ss in Shanghai */
    readonly readAt: string
    readonly vouchers: readonly {
      /** Each value with its source and how far that is trusted. */
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
  /** Within the zip. */
  readonly name: string
  readonly kind: FileKind
  readonly size: number
  readonly sha256: string
}

/** The number of files that a document's readings are of. */
export const countsOf = (
  { files }: {
    readonly files: readonly { readonly vouchers: readonly { readonly verification: { readonly outcome: string } | null }[] }[]
  },
): ReadingCounts => ({
  files: files.length,
  verified: files.filter(({ vouchers }) => vouchers.some(({ verification }) => verification?.outcome === 'genuine')).length,
})

/** The counts of several documents together, as the manifest of a package has them. */
export const sumOfCounts = (counts: readonly ReadingCounts[]): ReadingCounts => ({
  files: counts.reduce((sum, { files }) => sum + files, 0),
  verified: counts.reduce((sum, { verified }) => sum + verified, 0),
})

export const manifestFormat = 'accounting-archive/1'
export const manifestName = 'manifest.json'
export const readingsName = 'vouchers.json'
export const ledgerName = 'ledger.csv'
