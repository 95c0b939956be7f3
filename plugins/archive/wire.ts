import type { Label, Locale } from '#kernel/wording/label.ts'

export type PackageState = 'waiting' | 'building' | 'ready' | 'failed'

/** A package in the list. */
export interface ArchivePackage {
  readonly id: string
  /** Consecutive number within the company; null until ready. */
  readonly number: number | null
  readonly company: string
  readonly companyName: Label
  /** `2026-10`, `2026-Q3`, `2026` */
  readonly period: string
  readonly language: Locale
  readonly state: PackageState
  /** Number of built documents and of all; `total` is null until they are determined. */
  readonly documents: { readonly done: number; readonly total: number | null }
  readonly files: number | null
  /** Number of missing or damaged originals. */
  readonly missing: number
  /** Spending in the period less refunds, RMB. */
  readonly spent: string | null
  /** Size in bytes. */
  readonly size: number | null
  /** SHA-256 of its manifest, to which the next package refers. */
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

/** A company that the caller may archive. */
export interface ArchiveCompany extends Label {
  readonly value: string
}
