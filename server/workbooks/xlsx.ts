import { openArchive } from './archive.ts'
import { plain } from './number-format.ts'
import { numberCell } from './numbers.ts'
import { type CellRange, type Sheet, type SheetCell, type SheetRow, sheetOf, widest } from './sheet.ts'
import { type Attributes, readXml } from './xml.ts'
import { unescaped, type WorkbookParts, workbookParts } from './xlsx-parts.ts'

/** The first visible sheet of an .xlsx workbook. @throws Unreadable */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  return readSheet(await workbookParts(await openArchive(bytes)))
}

/** Rows and cells of a sheet's part; a number is taken as the file writes it. */
function readSheet(parts: WorkbookParts): Sheet {
  const rows: SheetRow[] = []
  const merged: CellRange[] = []
  const reading = new SheetReading(parts)
  readXml(parts.sheet, {
    open(name, attributes) {
      if (name === 'row') reading.openRow(attributes)
      else if (name === 'c') reading.openCell(attributes)
      else if (name === 'mergeCell') merged.push(rangeOf(attributes['ref'] ?? ''))
      else reading.openPart(name)
    },
    text: (text) => reading.text(text),
    close(name) {
      if (name === 'c') reading.closeCell()
      else if (name === 'row') rows.push(reading.closeRow())
      else reading.closePart(name)
    },
  })
  return sheetOf(rows, merged)
}

const partsOfCells: ReadonlySet<string> = new Set(['v', 't', 'f'])

class SheetReading {
  #row = 0
  #cells: (SheetCell | undefined)[] = []
  #column = -1
  #attributes: Attributes = {}
  #value = ''
  #isFormula = false
  #part: string | undefined
  #isPhonetic = false

  constructor(private readonly parts: WorkbookParts) {}

  /** A row or cell without a place follows the one before. */
  openRow({ r }: Attributes) {
    this.#row = r ? Number(r) : this.#row + 1
    this.#cells = []
    this.#column = -1
  }

  openCell(attributes: Attributes) {
    this.#column = attributes['r'] ? columnOf(attributes['r']) : this.#column + 1
    this.#attributes = attributes
    this.#value = ''
    this.#isFormula = false
  }

  openPart(name: string) {
    if (name === 'rPh') this.#isPhonetic = true
    if (name === 'f') this.#isFormula = true
    this.#part = partsOfCells.has(name) && !this.#isPhonetic ? name : undefined
  }

  text(text: string) {
    if (this.#part === 'v' || this.#part === 't') this.#value += text
  }

  closePart(name: string) {
    if (name === 'rPh') this.#isPhonetic = false
    this.#part = undefined
  }

  closeCell() {
    if (this.#column < widest) this.#cells[this.#column] = this.#isFormula ? { kind: 'formula' } : this.#cell()
  }

  closeRow(): SheetRow {
    return { number: this.#row, cells: Array.from(this.#cells) }
  }

  #cell(): SheetCell | undefined {
    const { t = 'n', s = '0' } = this.#attributes
    const text = texts[t]?.(this.#value, this.parts.strings)
    if (text !== undefined) return textCell(text)
    if (this.#value === '') return undefined
    return values[t]?.(this.#value) ?? this.#number(Number(s))
  }

  #number(style: number): SheetCell {
    return numberCell(this.#value, this.parts.looks[style] ?? plain, this.parts.is1904)
  }
}

/** The text of a cell's value, by its type. */
const texts: Readonly<Record<string, (value: string, strings: readonly string[]) => string>> = {
  s: (value, strings) => strings[Number(value)] ?? '',
  inlineStr: unescaped,
  str: unescaped,
}

/** And how it is something else than a number. */
const values: Readonly<Record<string, (value: string) => SheetCell>> = {
  b: (value) => ({ kind: 'boolean', yes: ['1', 'true'].includes(value.trim()) }),
  e: (value) => ({ kind: 'error', text: value }),
  d: (value) => ({ kind: 'date', text: value.replace('T', ' ').replace(/(\.\d+)?Z?$/, '') }),
}

const textCell = (text: string): SheetCell | undefined => (text === '' ? undefined : { kind: 'text', text })

/** `AB12` is column 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const mail of /^\$?([A-Z]{1,3})/i.exec(reference)?.[1]?.toUpperCase() ?? '') column = column * 26 + (mail.charCodeAt(0) - 64)
  return column - 1
}

function rangeOf(reference: string): CellRange {
  const [from = '', to = from] = reference.split(':')
  const rowOf = (cell: string) => Number(/\d+$/.exec(cell)?.[0] ?? 1) - 1
  return { top: rowOf(from), left: columnOf(from), bottom: rowOf(to), right: columnOf(to) }
}
