import type { Label, Locale } from '#kernel/wording/label.ts'

export type PackageState = 'waiting' | 'building' | 'ready' | 'failed'

/** A package as its list shows it. */
export interface ArchivePackage {
  readonly id: string
  /** Its place among the packages of the company; null until it is ready. */
  readonly number: number | null
  readonly company: string
  readonly companyName: Label
  /** `2026-10`, `2026-Q3`, `2026` */
  readonly period: string
  readonly language: Locale
  readonly state: PackageState
  /** Documents that it holds, and of how many the files are made; null until they are counted. */
  readonly documents: { readonly done: number; readonly total: number | null }
  readonly files: number | null
  /** Originals that are gone or damaged. */
  readonly missing: number
  /** RMB that the ledger spent in the period, refunds taken off. */
  readonly spent: string | null
  /** Bytes. */
  readonly size: number | null
  /** SHA-256 of its manifest, which the next package names. */
  readonly manifestSha256: string | null
  /** "中文/English" */
  readonly requestedBy: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly requestTime: string
  readonly readyTime: string | null
  readonly downloads: number
}

export interface ArchiveDownload {
  /** "中文/English" */
  readonly person: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly time: string
}

/** A company whose books the caller may archive. */
export interface ArchiveCompany extends Label {
  readonly value: string
}
