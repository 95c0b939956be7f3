import type { LedgerTotals } from '#plugins/budgets/server/public-api.ts'
import type { FileKind } from './tables.ts'

/** What `manifest.json` of a package says. */
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
  readonly counts: { readonly documents: number; readonly files: number; readonly originals: number; readonly missing: number }
  readonly totals: { readonly ledger: LedgerTotals; readonly documents: readonly TypeTotal[] }
  /** Originals that were gone or damaged, and documents that could not be printed. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[]
  readonly files: readonly ManifestFile[]
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

export const manifestFormat = 'accounting-archive/1'
export const manifestName = 'manifest.json'
export const ledgerName = 'ledger.csv'
