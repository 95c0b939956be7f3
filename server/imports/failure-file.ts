import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { SheetCell, SheetRow } from '#server/workbooks/sheet.ts'
import { writeWorkbook } from '#server/workbooks/writer.ts'
import { shownText } from './cells/cell-text.ts'
import type { Failures } from './failures.ts'
import { headerOf, reasonHeader } from './template/header.ts'
import type { Importer } from './importer.ts'

/**
 * The failed rows for correction and another import: the template's columns, and the reason. For an all-or-nothing import it contains
 * every row, since this file is imported next.
 */
export async function failureWorkbook(importer: Pick<Importer, 'columns' | 'allOrNothing' | 'cn' | 'en'>, rows: readonly SheetRow[],
  failures: Failures, locale: Locale): Promise<Buffer> {
  const output = new PassThrough()
  const { columns } = importer
  const kept = rows.filter(({ number }) => importer.allOrNothing || failures.has(number))
  const sheet = {
    name: importer[locale],
    columns: [...columns.map((column) => ({ header: headerOf(column, locale) })), { header: reasonHeader[locale], width: 60 }],
    rows: once(
      kept.map((
        { number, cells },
      ) => [...columns.map((_, index) => written(cells[index])), { value: failures.reasonOf(number), format: '@' }]),
    ),
  }
  const [content] = await Promise.all([buffer(output), writeWorkbook(output, sheet)])
  return content
}

/** Numbers stay numbers, so that they can be used in formulas; other cells become texts. */
function written(cell: SheetCell | undefined): ExcelCell {
  if (cell?.kind === 'number' && !cell.padded && !cell.lossy)
    return { value: Number(cell.text), format: cell.percent ? '0.##%' : 'General' }
  return { value: shownText(cell) || null, format: '@' }
}

async function* once<Item>(item: Item): AsyncGenerator<Item, void, undefined> {
  yield item
}
