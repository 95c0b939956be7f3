import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** The template that a document asks for. */
export interface WordTemplateQuery {
  readonly businessType: string
  /** Company of the document; a template of the company goes before one of every company. */
  readonly company: string | null
  /** A template in another language is better than none. */
  readonly locale: Locale
}

export interface WordTemplate {
  /** The language in which it is written, and so is what fills it. */
  readonly locale: Locale
  /** The docx. */
  readonly content: Uint8Array
}

/** A template by what people call it. */
export interface NamedTemplate {
  readonly name: string
  readonly version: number
}

/** The source of the Word templates of forms; a module brings it. */
export interface WordTemplateSource {
  find(db: Db, query: WordTemplateQuery): Promise<WordTemplate | undefined>
  /** The name of the one that `find` reads, without reading it. */
  named(db: Db, query: WordTemplateQuery): Promise<NamedTemplate | undefined>
}
