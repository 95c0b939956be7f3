import type { WorkBook } from '@e965/xlsx'
import { formulaCell, type CellRange, type Sheet, type SheetCell, sheetOf, type SheetRow, Unreadable, widest } from './sheet.ts'
import { lookOf, numberCell, plain } from './numbers.ts'
import { openArchive } from './archive.ts'
import { type Attributes, readXml } from './xml.ts'
import { unescaped, type WorkbookParts, workbookParts } from './xlsx-parts.ts'

/** Reads the first visible sheet of an .xlsx workbook. @throws Unreadable */
async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
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
    if (this.#column < widest) this.#cells[this.#column] = this.#isFormula ? formulaCell(this.#cell()) : this.#cell()
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

/**
 * Reads the first visible sheet of a workbook of either format, detected by its bytes. Malicious input may exhaust memory and time, so
 * call it in a worker (`readWorkbook`).
 * @throws Unreadable
 */
export async function parseWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const container = containerOf(bytes)
  return container === 'zip' ? readXlsx(bytes) : readXls(bytes, container === 'compound')
}

/** The container format of a file, by its first bytes; the file name is not trusted. */
type Container = 'zip' | 'compound' | 'biff'

/** @throws Unreadable for a file that is not a workbook, with specific messages for other spreadsheets, web pages and texts */
function containerOf(bytes: Uint8Array): Container {
  const known = signatures.find(([signature]) => signature.every((byte, index) => bytes[index] === byte))
  if (known) return known[1]
  throw new Unreadable(disguised(bytes) ?? 'workbooks.notAWorkbook')
}

const signatures: readonly (readonly [readonly number[], Container])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'zip'],
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'compound'],
  // Workbooks of Excel 2 to 4 begin with their first record.
  [[0x09, 0x00, 0x04, 0x00], 'biff'],
  [[0x09, 0x02, 0x06, 0x00], 'biff'],
  [[0x09, 0x04, 0x06, 0x00], 'biff'],
  [[0x09, 0x08], 'biff'],
]

/**
 * Detects web pages and separated text with the extension of a workbook, as some systems export them; spreadsheets open them, so people
 * do not notice.
 */
function disguised(bytes: Uint8Array): string | undefined {
  const start = textOf(bytes.subarray(0, 4096))
  if (start === undefined || start.trim() === '') return undefined
  return /^\s*</.test(start) ? markup(start) : 'workbooks.plainText'
}

function markup(start: string): string {
  if (/progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/.test(start)) return 'workbooks.xmlSpreadsheet'
  return start.includes('urn:oasis:names:tc:opendocument') ? 'workbooks.openDocument' : 'workbooks.webPage'
}

function textOf(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  // Text of any encoding (also GBK) has no control characters except tabs and line ends.
  const isText = bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
  return isText ? new TextDecoder('utf-8').decode(bytes) : undefined
}

/** A cell as returned by the reader of old workbooks. */
interface LegacyCell {
  /** n number, s text, b boolean, e error, z empty */
  readonly t: string
  readonly v?: unknown
  /** The displayed text. */
  readonly w?: string
  /** The number format's code. */
  readonly z?: string
  readonly f?: string
}

/** The used parts of a compound file's directory. */
interface CompoundFiles {
  read(bytes: Uint8Array, options: { type: 'buffer' }): unknown
  find(file: unknown, name: string): unknown
}

/** The code page (GBK) of a file that declares none, as in Excel 2 to 4. */
const unsaid = 936

/** Reads the first visible sheet of an old .xls workbook. @throws Unreadable */
async function readXls(bytes: Uint8Array, isCompound: boolean): Promise<Sheet> {
  const library = await import('@e965/xlsx')
  // when imported as a module, the library does not load the code pages of Excel 5/95
  library.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  if (isCompound && isEncrypted(bytes, library.CFB as CompoundFiles)) throw new Unreadable('workbooks.password')
  const book = opened(() =>
    library.read(bytes, { type: 'buffer', codepage: unsaid, dense: true, cellNF: true, cellFormula: true, cellHTML: false, cellText: true })
  )
  return read(book)
}

function read(book: WorkBook): Sheet {
  const index = book.SheetNames.findIndex((_, place) => !book.Workbook?.Sheets?.[place]?.Hidden)
  const sheet = book.Sheets[book.SheetNames[index] ?? '']
  if (!sheet) throw new Unreadable('workbooks.noVisibleSheet')
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const { '!data': rows = [], '!merges': merges = [] } = sheet
  const merged = merges.map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c }))
  return sheetOf((rows as readonly Cells[]).map((cells: Cells | undefined, place) => rowOf(cells ?? [], place, is1904)), merged)
}

type Cells = readonly (LegacyCell | undefined)[]

/** Returns whether a workbook is encrypted: in both formats, a password results in a compound file that contains the encrypted workbook. */
function isEncrypted(bytes: Uint8Array, files: CompoundFiles): boolean {
  const file = opened(() => files.read(bytes, { type: 'buffer' }))
  return Boolean(files.find(file, 'EncryptedPackage') ?? files.find(file, '/encryption'))
}

function opened<Result>(open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    const asksForPassword = error instanceof Error && /password-protected/i.test(error.message)
    throw new Unreadable(asksForPassword ? 'workbooks.password' : 'workbooks.damaged')
  }
}

function rowOf(cells: Cells, place: number, is1904: boolean): SheetRow {
  // the array is sparse where the sheet has no cells
  return { number: place + 1, cells: Array.from(cells.slice(0, widest), (cell) => cell && cellOf(cell, is1904)) }
}

function cellOf(cell: LegacyCell, is1904: boolean): SheetCell | undefined {
  const value = kinds[cell.t]?.(cell, is1904)
  return cell.f === undefined ? value : formulaCell(value)
}

const kinds: Readonly<Record<string, (cell: LegacyCell, is1904: boolean) => SheetCell | undefined>> = {
  n: ({ v, z = 'General' }, is1904) => numberCell(String(v), lookOf(z), is1904),
  b: ({ v }) => ({ kind: 'boolean', yes: v === true }),
  e: ({ w = '' }) => ({ kind: 'error', text: w }),
  s: ({ v }) => (v === '' ? undefined : { kind: 'text', text: String(v) }),
}
