import type { DataValidation, Workbook, Worksheet } from 'exceljs'
import { escaped } from '#server/workbooks/xlsx-parts.ts'
import { columnLetters } from '#server/workbooks/sheet.ts'

/** Maximum number of rows per file. */
export const rowLimit = 5_000

/** An allowed value of a cell. */
export interface ListValue {
  readonly text: string
  /** Name of a code. */
  readonly name?: string
}

/** The list of allowed values of a column. */
export interface ColumnList {
  /** Place of the column, from 0. */
  readonly place: number
  readonly heading: string
  readonly offered: readonly ListValue[]
  /** Whether the workbook refuses other values; a record may still be given by its name, which is checked on import. */
  readonly isStrict: boolean
}

export interface ColumnLists {
  readonly lists: readonly ColumnList[]
  /** Name of the sheet of codes. */
  readonly codes: string
  /** Heading of the names next to codes. */
  readonly name: string
}

/** Adds the drop-downs below a header, and the sheets with their values: choices on a hidden sheet, codes with names on a visible one. */
export function addLists(workbook: Workbook, data: Worksheet, { lists, ...names }: ColumnLists, headerRow: number): void {
  const sheets = new ListSheets(workbook, names)
  for (const list of lists) validate(data, { list, range: sheets.rangeOf(list), first: headerRow + 1 })
}

class ListSheets {
  #hidden: Worksheet | undefined
  #codes: Worksheet | undefined
  #hiddenColumns = 0
  #codeColumns = 0

  constructor(
    private readonly workbook: Workbook,
    private readonly names: Pick<ColumnLists, 'codes' | 'name'>,
  ) {}

  /** The cells of a list, as a formula refers to them. */
  rangeOf(list: ColumnList): string {
    return list.offered.some(({ name }) => name !== undefined) ? this.#addCodes(list) : this.#addChoices(list)
  }

  #addChoices({ offered }: ColumnList): string {
    const name = this.#freeName('lists', this.#hidden)
    this.#hidden ??= this.workbook.addWorksheet(name, { state: 'veryHidden' })
    this.#hiddenColumns += 1
    for (const [index, { text }] of offered.entries()) this.#hidden.getCell(index + 1, this.#hiddenColumns).value = escaped(text)
    return rangeIn(this.#hidden.name, this.#hiddenColumns - 1, 1, offered.length)
  }

  #addCodes({ heading, offered }: ColumnList): string {
    const name = this.#freeName(this.names.codes, this.#codes)
    this.#codes ??= this.workbook.addWorksheet(name)
    const place = this.#codeColumns + 1
    this.#codeColumns += 3
    for (const [offset, text] of [heading, this.names.name].entries())
      this.#write(this.#codes, { row: 1, column: place + offset, text, bold: true })
    for (const [index, each] of offered.entries()) {
      this.#write(this.#codes, { row: index + 2, column: place, text: each.text })
      this.#write(this.#codes, { row: index + 2, column: place + 1, text: each.name ?? '' })
    }
    this.#codes.getColumn(place).width = 20
    this.#codes.getColumn(place + 1).width = 30
    return rangeIn(this.#codes.name, place - 1, 2, offered.length + 1)
  }

  /** Finds a free sheet name, since an uploaded workbook may use it already. */
  #freeName(name: string, sheet: Worksheet | undefined): string {
    if (sheet) return sheet.name
    const isTaken = (sheetName: string) => this.workbook.worksheets.some((each) => each.name.toLowerCase() === sheetName.toLowerCase())
    for (let count = 2, sheetName = name;; count += 1) {
      if (!isTaken(sheetName)) return sheetName
      sheetName = `${name} ${count}`
    }
  }

  #write(sheet: Worksheet, { row, column, text, bold = false }: { row: number; column: number; text: string; bold?: boolean }) {
    const cell = sheet.getCell(row, column)
    cell.value = escaped(text)
    cell.style = { numFmt: '@', font: { bold } }
  }
}

const rangeIn = (sheet: string, column: number, first: number, last: number): string =>
  `'${sheet.replaceAll("'", "''")}'!$${columnLetters(column)}$${first}:$${columnLetters(column)}$${last}`

/** Validations of a whole range, which the library's types lack. */
interface ValidationSheet {
  readonly dataValidations: { add(range: string, validation: DataValidation): void }
}

/** Adds a drop-down. For choices it is strict; for records it only suggests, since a record may also be given by its name. */
function validate(sheet: Worksheet, { list: { place, isStrict }, range, first }: { list: ColumnList; range: string; first: number }) {
  const letters = columnLetters(place)
  ;(sheet as unknown as ValidationSheet).dataValidations.add(`${letters}${first}:${letters}${first + rowLimit - 1}`, { type: 'list',
    allowBlank: true, formulae: [range], showErrorMessage: isStrict, errorStyle: 'stop' })
}
