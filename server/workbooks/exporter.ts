import type { z } from 'zod'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'

/** Most rows of one file. */
export const exportLimit = 50_000

export interface ExportColumn<Row> extends Label {
  /** Characters; without it by the header. */
  readonly width?: number
  cell(row: Row, locale: Locale): ExcelCell
}

/** The rows to be written: their number, and the rows in parts as the file takes them. */
export interface ExportRows<Row> {
  readonly total: number
  readonly batches: AsyncIterable<readonly Row[]>
}

/** Something that is written to a workbook. */
export interface Exporter<Row, Query = unknown> extends Label {
  /** Names the export in audit log and authorisation: lower camel case. */
  readonly id: string
  /** Last segments of the address that answer the same beside `export`, for older clients. */
  readonly aliases?: readonly string[]
  /** Without it, everybody who is signed in exports what they see. */
  readonly permission?: Permission
  /** The list's filters, as they stand in an address. */
  readonly query: z.ZodType<Query>
  readonly columns: readonly ExportColumn<Row>[]
  /** The columns that this caller is shown, where that differs. */
  columnsFor?(caller: Caller): readonly ExportColumn<Row>[]
  /** Counts at most one more than `exportLimit`; asks the database for a part only when the file has taken the one before. */
  rows(db: Db, query: Query, caller: Caller): Promise<ExportRows<Row>>
}

/** Fixes the types of an exporter by its parts. */
export const exporter = <Row, Query>(parts: Exporter<Row, Query>): Exporter<Row, Query> => Object.freeze(parts)
