import type { Label } from '#kernel/wording/label.ts'

/** The purpose of a template. */
export type TemplateKind = 'print' | 'import'

/** Something that is filled from a workbook, and so may have a template. */
export interface ImportTarget extends Label {
  readonly target: string
  /** Of a table of a form. */
  readonly businessType: string | null
}

/** A version of a template's file, as its history lists it. */
export interface TemplateVersion {
  readonly number: number
  readonly fileName: string
  readonly size: number
  /** "中文/English" */
  readonly uploadedBy: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly uploadTime: string
  /** The version that it brought back, where it is no new file. */
  readonly restoredFrom: number | null
}

/** The tags that a template may name, in groups. */
export interface TagGroup extends Label {
  /** Of a loop, the tag that begins it; absent where the tags stand by themselves. */
  readonly loop?: string
  readonly tags: readonly (Label & { readonly name: string })[]
}

/** A company with its seal, where it has one. */
export interface SealOfCompany extends Label {
  /** Value of the dictionary. */
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

/** The message of an occasion: in the product's words, or the company's own. */
export interface MessageWording {
  readonly kind: string
  readonly shipped: MessageWords
  readonly own: MessageWords | null
  /** Names of the blanks that may be used. */
  readonly blanks: readonly string[]
  /** The number of versions of its own that it has had. */
  readonly versions: number
  /** Of the company's own words; 0 without. */
  readonly revision: number
  readonly changedBy: string | null
  readonly changeTime: string | null
}

/** The words of a kind of message from a moment on. */
export interface WordingVersion {
  readonly number: number
  /** Null: the product's own words. */
  readonly words: MessageWords | null
  readonly changedBy: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly changeTime: string
  /** The version that it brought back. */
  readonly restoredFrom: number | null
}
