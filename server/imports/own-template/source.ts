import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** A request for a template. */
export interface ImportTemplateQuery {
  /** The id of an importer, or type and table of a form (`formKey.items`). */
  readonly target: string
  /** The caller's company; its template takes precedence over the one for all companies. */
  readonly company: string | null
  /** Preferred language; a template in another language is used where there is none. */
  readonly locale: Locale
}

/** The source of a company's own import templates, provided by a module. */
export interface ImportTemplateSource {
  /** Reads the workbook in force. */
  find(db: Db, query: ImportTemplateQuery): Promise<Uint8Array | undefined>
}
