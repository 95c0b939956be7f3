import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#kernel/errors.ts'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { dimensionLabel, type Measure } from '#plugins/statistics/statistics-page.ts'
import type { CountedPage } from '../counted-page.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { savedFile, stampedName } from '#server/http/answers/file-answer.ts'
import { exportLimit } from '#server/workbooks/exporter.ts'
import { workbookType, writeWorkbook, type WrittenSheet } from '#server/workbooks/writer.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Figures, StatisticsRow } from '../../wire.ts'
import { withheldFromSums } from '../disclosure.ts'
import { everyRow } from './answer.ts'
import { rowKeys, type StatisticsQuery } from '../page-queries.ts'

interface WorkbookCall {
  readonly page: CountedPage
  readonly query: StatisticsQuery
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Sends a page's table with its totals as a workbook in the caller's language. @throws Refused above the maximum number of rows */
export async function answerStatistics(host: Host, { page, query, request, reply }: WorkbookCall) {
  const { language, caller } = request
  const sheet = await sheetOf(host, { page, query, caller, language })
  const output = new PassThrough()
  void writeWorkbook(output, sheet).catch((error: unknown) => {
    if (!reply.raw.destroyed) host.log.error({ err: error, traceId: request.id, export: page.key }, 'an export of statistics broke off')
    output.destroy(error instanceof Error ? error : undefined)
  })
  return reply.headers(savedFile(stampedName(page[language], host.clock.now(), 'xlsx'))).type(workbookType).send(output)
}

interface WorkbookInput {
  readonly page: CountedPage
  readonly query: StatisticsQuery
  readonly caller: Caller
  readonly language: Locale
}

/** A page's table with its totals as a worksheet, within the caller's data scope. @throws Refused above the maximum number of rows */
async function sheetOf(host: Host, { page: declared, query, caller, language }: WorkbookInput): Promise<WrittenSheet> {
  const { rows, totals, total } = await everyRow(host, { page: declared, query, caller }, exportLimit)
  const withheld = withheldFromSums(declared, { host, caller })
  const page = { ...declared, groupBy: rowKeys(declared, query).filter((key) => !withheld.has(key)) }
  if (total > exportLimit) throw new Refused('workbooks.tooManyRows')
  const heads = (measure: Measure) =>
    [measure.head === undefined ? undefined : page.heads?.[measure.head]?.[language], measure[language]].filter(Boolean).join(' · ')
  const leading = Object.values(page.leading ?? {}).flatMap((
    column,
  ) => [column[language], `${column[language]} · ${page.measures[column.measure]?.[language]}`])
  const columns = [...page.groupBy.map((key) => dimensionLabel(page, key)[language]), ...leading,
    ...Object.values(page.measures).map(heads)]
  return { name: page[language], columns: columns.map((header) => ({ header })), rows: cellsOf({ page, rows, totals, language }) }
}

/** The workbook as a file in memory, for a mail. */
export async function workbookFile(host: Host, written: WorkbookInput): Promise<{ readonly name: string; readonly content: Buffer }> {
  const output = new PassThrough()
  const [content] = await Promise.all([buffer(output), writeWorkbook(output, await sheetOf(host, written))])
  return { name: stampedName(written.page[written.language], host.clock.now(), 'xlsx'), content }
}

interface Table {
  readonly page: CountedPage
  readonly rows: readonly StatisticsRow[]
  readonly totals: Figures
  readonly language: Locale
}

async function* cellsOf({ page, rows, totals, language }: Table): AsyncIterable<ExcelCell[][]> {
  const figures = (of: Figures) => Object.entries(page.measures).map(([key, measure]) => figureCell(of[key] ?? null, measure))
  const text = (name: string | undefined): ExcelCell => ({ value: name === undefined ? null : nameOf(name, language), format: '@' })
  const leading = (row: StatisticsRow) =>
    Object.entries(page.leading ?? {}).flatMap((
      [key, { measure }],
    ) => [text(row.leading?.[key]?.name), figureCell(row.leading?.[key]?.figure ?? null, page.measures[measure])])
  const empty = [...page.groupBy.slice(1), ...Object.keys(page.leading ?? {}).flatMap((key) => [key, key])].map((): ExcelCell => ({
    value: null,
  }))
  yield rows.map((row) => [...page.groupBy.map((key) => text(row.dimensions[key]?.name ?? '')), ...leading(row), ...figures(row.figures)])
  // without a grouping there is no column that could hold the word
  const word: ExcelCell[] = page.groupBy.length > 0 ? [{ value: language === 'cn' ? '合计' : 'Total' }] : []
  yield [[...word, ...empty, ...figures(totals)]]
}

const formats: Readonly<Record<Measure['unit'], string>> = { amount: '#,##0.00', percent: '0.0%', days: '#,##0.##', count: '#,##0',
  documents: '#,##0' }

/** A figure as a number cell: 15 significant digits suffice for amounts. */
const figureCell = (figure: string | null, measure: Measure | undefined): ExcelCell => ({ value: figure === null ? null : Number(figure),
  format: formats[measure?.unit ?? 'count'] })
