import type { WorkBook } from '@e965/xlsx'
import { lookOf } from './number-format.ts'
import { numberCell } from './numbers.ts'
import { type Sheet, type SheetCell, type SheetRow, sheetOf, Unreadable, widest } from './sheet.ts'

/** A cell as the reader of old workbooks gives it. */
interface LegacyCell {
  /** n number, s text, b boolean, e error, z empty */
  readonly t: string
  readonly v?: unknown
  /** The shown text. */
  readonly w?: string
  /** The number format's code. */
  readonly z?: string
  readonly f?: string
}

/** The parts that are used of a compound file's directory. */
interface CompoundFiles {
  read(bytes: Uint8Array, options: { type: 'buffer' }): unknown
  find(file: unknown, name: string): unknown
}

/** The code page (GBK) of a file that names none, as those of Excel 2 to 4 do. */
const unsaid = 936

/** The first visible sheet of an old .xls workbook. @throws Unreadable */
export async function readXls(bytes: Uint8Array, isCompound: boolean): Promise<Sheet> {
  const library = await import('@e965/xlsx')
  // imported as a module, the library does not load the code pages of Excel 5/95 by itself
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

/** A password makes of either kind of workbook a compound file with the encrypted one inside. */
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
  // The list has holes where the sheet has no cells.
  return { number: place + 1, cells: Array.from(cells.slice(0, widest), (cell) => cell && cellOf(cell, is1904)) }
}

function cellOf(cell: LegacyCell, is1904: boolean): SheetCell | undefined {
  return cell.f === undefined ? kinds[cell.t]?.(cell, is1904) : { kind: 'formula' }
}

const kinds: Readonly<Record<string, (cell: LegacyCell, is1904: boolean) => SheetCell | undefined>> = {
  n: ({ v, z = 'General' }, is1904) => numberCell(String(v), lookOf(z), is1904),
  b: ({ v }) => ({ kind: 'boolean', yes: v === true }),
  e: ({ w = '' }) => ({ kind: 'error', text: w }),
  s: ({ v }) => (v === '' ? undefined : { kind: 'text', text: String(v) }),
}
