import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** The image of a company's seal. */
export interface CompanySeal {
  readonly image: Uint8Array
  readonly type: 'image/png' | 'image/jpeg'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** The source of companies' seals, provided by a module. */
export interface CompanySeals {
  find(db: Db, company: string): Promise<CompanySeal | undefined>
}

/** Size of a seal within a square, preserving the aspect ratio. */
export function sealSize({ width, height }: Pick<CompanySeal, 'width' | 'height'>,
  side: number): { readonly width: number; readonly height: number } {
  const scale = side / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A request for a template. */
export interface WordTemplateQuery {
  readonly businessType: string
  /** Company of the document; its template takes precedence over the one for all companies. */
  readonly company: string | null
  /** Preferred language; a template in another language is used where there is none. */
  readonly locale: Locale
}

interface WordTemplate {
  /** The language of the template and of the texts that fill it. */
  readonly locale: Locale
  /** The docx file. */
  readonly content: Uint8Array
}

/** Name and version of a template. */
export interface NamedTemplate {
  readonly name: string
  readonly version: number
}

/** The source of the Word templates of forms, provided by a module. */
export interface WordTemplateSource {
  find(db: Db, query: WordTemplateQuery): Promise<WordTemplate | undefined>
  /** The name of the template that `find` would return, without reading it. */
  named(db: Db, query: WordTemplateQuery): Promise<NamedTemplate | undefined>
}
