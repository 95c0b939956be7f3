import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** A request for a template. */
export interface WordTemplateQuery {
  readonly businessType: string
  /** Company of the document; its template takes precedence over the one for all companies. */
  readonly company: string | null
  /** Preferred language; a template in another language is used where there is none. */
  readonly locale: Locale
}

export interface WordTemplate {
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
