import { Refused } from '#kernel/errors.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { Sheet, SheetRow } from '#server/workbooks/sheet.ts'
import type { DataRows } from '../check.ts'
import { exampleRow } from '../template/example.ts'
import type { Failures } from '../failures.ts'
import { checkHeader } from '../template/header.ts'
import type { Importer } from '../importer.ts'
import { rowLimit } from '../template/lists.ts'

/** The rows below the header, without the template's example. @throws Refused for an invalid header, no rows, or too many */
export function dataRows(sheet: Sheet, importer: Pick<Importer, 'columns' | 'others' | 'cn' | 'en'>,
  { find, failures }: { find: FindText; failures: Failures }): DataRows {
  const [header, ...below] = sheet.rows
  const width = checkHeader(header?.number === 1 ? header : undefined, importer)
  const rows = below.filter((row) => !isExample(row, importer, { find, failures }))
  if (rows.length > rowLimit) throw new Refused('imports.tooManyRows', { limit: rowLimit })
  if (rows.length === 0) throw new Refused('imports.noRows')
  // The cell after the columns of an example row is its mark.
  return { rows: rows.map((row) => (failures.has(row.number) ? { ...row, cells: row.cells.slice(0, importer.columns.length) } : row)),
    width }
}

function isExample(row: SheetRow, { columns }: Pick<Importer, 'columns'>,
  { find, failures }: { find: FindText; failures: Failures }): boolean {
  const example = exampleRow(row, columns, find)
  if (example?.isChanged) failures.add(row, { code: 'imports.row.example', parameters: { mark: example.mark } })
  return example !== undefined && !example.isChanged
}
