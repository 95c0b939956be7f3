import type { Label } from '#kernel/wording/label.ts'

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

/** What a template may name, in groups. */
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
