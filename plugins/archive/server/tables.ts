import type { ColumnType, Generated } from 'kysely'
import type { Locale } from '#kernel/wording/label.ts'
import type { PackageState } from '../wire.ts'
import type { LedgerTotals } from '#plugins/budgets/server/public-api.ts'

interface ArchivePackageTable {
  id: string
  company: string
  period: string
  language: Locale
  state: Generated<PackageState>
  requested_by: string
  requested_at: Date
  /** Null until the documents are determined. */
  documents_total: number | null
  documents_done: Generated<number>
  missing: Generated<number>
  /** Number of failed attempts. */
  failures: Generated<number>
  /** Path of the zip being written. */
  zip_path: string | null
}

interface ArchiveDocumentTable {
  package: string
  position: number
  document: string
  /** Facts for index and registers; null until the document's files are built. */
  facts: ColumnType<DocumentFacts | null, string | null, string | null>
}

interface ArchiveFileTable {
  package: string
  /** Name within the zip. */
  name: string
  kind: FileKind
  path: string
  /** Null while the bytes are being written. */
  size: string | null
  sha256: string | null
}

interface ArchiveSealTable {
  company: string
  number: number
  package: string
  /** Hash of the manifest; `previous_sha256` is that of the previous package's manifest. */
  manifest_sha256: string
  previous_sha256: string | null
  path: string
  size: string
  sha256: string
  files: number
  documents: number
  totals: ColumnType<LedgerTotals, string, never>
  sealed_at: Date
}

interface ArchiveDownloadTable {
  id: Generated<string>
  package: string
  person: string
  at: Date
}

/** Kinds of files: `original` and `attachment` are references to attachments, the others are made for the package. */
export type FileKind = 'document' | 'approvals' | 'print' | 'readings' | 'original' | 'attachment' | 'ledger' | 'invoices' | 'index'
  | 'guide' | 'sums' | 'manifest'

/** Invoice of a document's row. */
export interface InvoiceFacts {
  readonly row: string
  readonly number: string
  readonly code: string
  readonly date: string
  readonly seller: string
  readonly amount: string
  readonly tax: string
  /** Names within the zip, with hashes. */
  readonly originals: readonly { readonly name: string; readonly sha256: string }[]
}

export interface DocumentFacts {
  readonly number: string
  readonly type: string
  readonly form: string
  readonly title: string
  readonly applicant: string
  readonly department: string
  readonly state: string
  readonly ended: string
  /** Amount in RMB; empty if the form has none. */
  readonly amount: string
  readonly folder: string
  readonly originals: number
  readonly attachments: number
  readonly invoices: readonly InvoiceFacts[]
  /** Missing or damaged files. */
  readonly missing: readonly { readonly name: string; readonly reason: 'gone' | 'damaged' | 'unprinted' }[]
}

declare module '#server/database/tables.ts' {
  interface Tables {
    archive_package: ArchivePackageTable
    archive_document: ArchiveDocumentTable
    archive_file: ArchiveFileTable
    archive_seal: ArchiveSealTable
    archive_download: ArchiveDownloadTable
  }
}
