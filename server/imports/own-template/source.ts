import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** The template that somebody asks for. */
export interface ImportTemplateQuery {
  /** The id of an importer, or type and table of a form (`formKey.items`). */
  readonly target: string
  /** Of whoever asks; a template of the company goes before one of every company. */
  readonly company: string | null
  /** A template in another language is better than none. */
  readonly locale: Locale
}

/** The source of a company's own import templates; a module brings it. */
export interface ImportTemplateSource {
  /** The workbook in force. */
  find(db: Db, query: ImportTemplateQuery): Promise<Uint8Array | undefined>
}
