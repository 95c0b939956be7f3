import { openArchive } from './archive.ts'
import { plain } from './number-format.ts'
import { numberCell } from './numbers.ts'
import { type CellRange, type Sheet, type SheetCell, type SheetRow, sheetOf, widest } from './sheet.ts'
import { type Attributes, readXml } from './xml.ts'
import { unescaped, type WorkbookParts, workbookParts } from './xlsx-parts.ts'

/** Reads the first visible sheet of an .xlsx workbook. @throws Unreadable */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  return readSheet(await workbookParts(await openArchive(bytes)))
}

/** Reads rows and cells of a sheet's part; numbers keep the file's text. */
function readSheet(parts: WorkbookParts): Sheet {
  const rows: SheetRow[] = []
  const merged: CellRange[] = []
  const reading = new SheetReading(parts)
  readXml(parts.sheet, {
    open(_, attributes, path) {
      if (path === 'worksheet/sheetData/row') reading.openRow(attributes)
      else if (path === cellPath) reading.openCell(attributes)
      else if (path === 'worksheet/mergeCells/mergeCell') merged.push(rangeOf(attributes['ref'] ?? ''))
      else reading.openPart(path)
    },
    text: (text, path) => reading.text(text, path),
    close(_, path) {
      if (path === cellPath) reading.closeCell()
      else if (path === 'worksheet/sheetData/row') rows.push(reading.closeRow())
    },
  })
  return sheetOf(rows, merged)
}

const cellPath = 'worksheet/sheetData/row/c'
const valuePath = `${cellPath}/v`
/** Paths of inline texts, without phonetic hints. */
const inlinePaths: ReadonlySet<string> = new Set([`${cellPath}/is/t`, `${cellPath}/is/r/t`])

class SheetReading {
  #row = 0
  #cells: (SheetCell | undefined)[] = []
  #column = -1
  #attributes: Attributes = {}
  #value = ''
  #inline = ''
  #isFormula = false

  constructor(private readonly parts: WorkbookParts) {}

  /** Starts a row; a row or cell without a reference follows the previous one. */
  openRow({ r = '' }: Attributes) {
    this.#row = /^[1-9]\d{0,6}$/.test(r) ? Number(r) : this.#row + 1
    this.#cells = []
    this.#column = -1
  }

  openCell(attributes: Attributes) {
    this.#column = columnOf(attributes['r'] ?? '') ?? this.#column + 1
    this.#attributes = attributes
    this.#value = ''
    this.#inline = ''
    this.#isFormula = false
  }

  openPart(path: string) {
    if (path === `${cellPath}/f`) this.#isFormula = true
    if (path === valuePath) this.#value = ''
  }

  text(text: string, path: string) {
    if (path === valuePath) this.#value += text
    else if (inlinePaths.has(path)) this.#inline += text
  }

  closeCell() {
    if (this.#column < widest) this.#cells[this.#column] = this.#isFormula ? { kind: 'formula' } : this.#cell()
  }

  closeRow(): SheetRow {
    return { number: this.#row, cells: Array.from(this.#cells) }
  }

  #cell(): SheetCell | undefined {
    const { t = 'n' } = this.#attributes
    if (t === 'inlineStr' || t === 'str') return textCell(unescaped(this.#text(t)))
    const value = this.#value.trim()
    if (value === '') return undefined
    if (t === 's') return sharedText(value, this.parts.strings)
    return values[t]?.(value) ?? this.#number(value)
  }

  /** The text of a cell with a value and an inline text: the one that its type demands, else the other. */
  #text(type: 'inlineStr' | 'str'): string {
    const [first, second] = type === 'str' ? [this.#value, this.#inline] : [this.#inline, this.#value]
    return first === '' ? second : first
  }

  #number(value: string): SheetCell {
    return numberCell(value, this.parts.looks[indexOf(this.#attributes['s'] ?? '') ?? 0] ?? plain, this.parts.is1904)
  }
}

/** An index into a list of the file; undefined for an invalid one. */
const indexOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

function sharedText(value: string, strings: readonly string[]): SheetCell | undefined {
  const text = strings[indexOf(value) ?? -1]
  return text === undefined ? { kind: 'error', text: value.slice(0, 40) } : textCell(text)
}

/** Values other than texts and numbers, by the type of their cell. */
const values: Readonly<Record<string, (value: string) => SheetCell>> = {
  b: (value) => ({ kind: 'boolean', yes: ['1', 'true'].includes(value) }),
  e: (value) => ({ kind: 'error', text: value }),
  d: writtenDate,
}

/** A date or time written as text, such as `2026-11-20T14:30:00.000`; a time zone is ignored, midnight is dropped. */
function writtenDate(value: string): SheetCell {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)?(?:(?:^|[T ])T?(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? []
  const full = time?.length === 5 ? `${time}:00` : time
  if (day === undefined) return full === undefined ? { kind: 'error', text: value.slice(0, 40) } : { kind: 'date', text: full }
  return { kind: 'date', text: full === undefined || full === '00:00:00' ? day : `${day} ${full}` }
}

const textCell = (text: string): SheetCell | undefined => (text === '' ? undefined : { kind: 'text', text })

/** The column index of a reference, e.g. 27 for `AB12`; undefined for an invalid one. */
function columnOf(reference: string): number | undefined {
  const letters = /^\$?([A-Z]{1,3})(?![A-Z])/i.exec(reference)?.[1]?.toUpperCase()
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column - 1
}

function rangeOf(reference: string): CellRange {
  const [from = '', to = from] = reference.split(':')
  const rowOf = (cell: string) => Number(/\d+$/.exec(cell)?.[0] ?? 1) - 1
  return { top: rowOf(from), left: columnOf(from) ?? 0, bottom: rowOf(to), right: columnOf(to) ?? 0 }
}
