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
  /** Null until its documents are counted. */
  documents_total: number | null
  documents_done: Generated<number>
  missing: Generated<number>
  /** The number of times that its making was given up. */
  failures: Generated<number>
  /** The path at which its zip is being written. */
  zip_path: string | null
}

interface ArchiveDocumentTable {
  package: string
  position: number
  document: string
  /** The facts for index and registers; null until its files are made. */
  facts: ColumnType<DocumentFacts | null, string | null, string | null>
}

interface ArchiveFileTable {
  package: string
  /** Within the zip. */
  name: string
  kind: FileKind
  path: string
  /** Null while its bytes are on their way. */
  size: string | null
  sha256: string | null
}

interface ArchiveSealTable {
  company: string
  number: number
  package: string
  /** Of its manifest and, where there is one, of the manifest of the package before. */
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

/** Originals lie among the attachments; the others are made for the package. */
export type FileKind = 'document' | 'approvals' | 'print' | 'readings' | 'original' | 'attachment' | 'ledger' | 'invoices' | 'index'
  | 'guide' | 'sums' | 'manifest'

/** Invoices of a document's rows, as its form names them. */
export interface InvoiceFacts {
  readonly row: string
  readonly number: string
  readonly code: string
  readonly date: string
  readonly seller: string
  readonly amount: string
  readonly tax: string
  /** Names within the zip with their hashes. */
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
  /** RMB; empty where the form counts none. */
  readonly amount: string
  readonly folder: string
  readonly originals: number
  readonly attachments: number
  readonly invoices: readonly InvoiceFacts[]
  /** Files that are gone or damaged. */
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
