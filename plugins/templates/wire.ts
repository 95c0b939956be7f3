import type { Label } from '#kernel/wording/label.ts'

/** The purpose of a template. */
export type TemplateKind = 'print' | 'import'

/** An import that may have a template. */
export interface ImportTarget extends Label {
  readonly target: string
  /** Form of the table; null for record imports. */
  readonly businessType: string | null
}

/** A version of a template's file. */
export interface TemplateVersion {
  readonly number: number
  readonly fileName: string
  readonly size: number
  /** "中文/English" */
  readonly uploadedBy: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly uploadTime: string
  /** Version that it restored; null for a new file. */
  readonly restoredFrom: number | null
}

/** A group of tags available in a template. */
export interface TagGroup extends Label {
  /** Opening tag of the loop; absent for tags outside of loops. */
  readonly loop?: string
  readonly tags: readonly (Label & { readonly name: string })[]
}

/** A company, with its seal if it has one. */
export interface SealOfCompany extends Label {
  /** Value of the company in the dictionary. */
  readonly company: string
  readonly uploadedBy: string | null
  readonly uploadTime: string | null
}

/** Title and content of a message in both languages. */
export interface MessageWords {
  readonly title: string
  readonly enTitle: string
  readonly content: string
  readonly enContent: string
}

/** Wording of a kind of message: shipped, and overridden by the company. */
export interface MessageWording {
  readonly kind: string
  readonly shipped: MessageWords
  readonly own: MessageWords | null
  /** Names of the available blanks. */
  readonly blanks: readonly string[]
  /** Number of versions of the company's own wording. */
  readonly versions: number
  /** Revision of the company's own wording; 0 without one. */
  readonly revision: number
  readonly changedBy: string | null
  readonly changeTime: string | null
}

/** A version of a message's wording. */
export interface WordingVersion {
  readonly number: number
  /** Null for the shipped wording. */
  readonly words: MessageWords | null
  readonly changedBy: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly changeTime: string
  /** Version that it restored. */
  readonly restoredFrom: number | null
}
