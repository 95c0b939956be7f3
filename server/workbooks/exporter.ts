import type { z } from 'zod'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'

/** Maximum number of rows per file. */
export const exportLimit = 50_000

export interface ExportColumn<Row> extends Label {
  /** Width in characters; by default that of the header. */
  readonly width?: number
  cell(row: Row, locale: Locale): ExcelCell
}

/** The rows to export: their number, and the rows in batches read on demand. */
export interface ExportRows<Row> {
  readonly total: number
  readonly batches: AsyncIterable<readonly Row[]>
}

/** An export to workbooks. */
export interface Exporter<Row, Query = unknown> extends Label {
  /** Id of the export in audit log and authorisation: lower camel case. */
  readonly id: string
  /** Further last segments of the URL in addition to `export`, for older clients. */
  readonly aliases?: readonly string[]
  /** Permission to export; by default everybody signed in exports the rows in their scope. */
  readonly permission?: Permission
  /** The list's filters as query parameters. */
  readonly query: z.ZodType<Query>
  readonly columns: readonly ExportColumn<Row>[]
  /** The columns that this caller may see, where that differs. */
  columnsFor?(caller: Caller): readonly ExportColumn<Row>[]
  /** Counts at most one more than `exportLimit`; reads a batch only when the previous one was written. */
  rows(db: Db, query: Query, caller: Caller): Promise<ExportRows<Row>>
}

/** Infers the types of an exporter from its parts. */
export const exporter = <Row, Query>(parts: Exporter<Row, Query>): Exporter<Row, Query> => Object.freeze(parts)
