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

/** The first visible sheet of an old .xls workbook. @throws Unreadable */
export async function readXls(bytes: Uint8Array, isCompound: boolean): Promise<Sheet> {
  const library = await import('@e965/xlsx')
  if (isCompound && isEncrypted(bytes, library.CFB as CompoundFiles)) throw new Unreadable('workbooks.password')
  const book = opened(() => library.read(bytes, { type: 'buffer', dense: true, cellNF: true, cellFormula: true, cellHTML: false, cellText: true }))
  const index = book.SheetNames.findIndex((_, place) => !book.Workbook?.Sheets?.[place]?.Hidden)
  const sheet = book.Sheets[book.SheetNames[index] ?? '']
  if (!sheet) throw new Unreadable('workbooks.noVisibleSheet')
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const rows = (sheet['!data'] ?? []) as readonly (readonly (LegacyCell | undefined)[] | undefined)[]
  const merged = (sheet['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c }))
  return sheetOf(rows.map((row, place) => rowOf(row ?? [], place, is1904)), merged)
}

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

function rowOf(cells: readonly (LegacyCell | undefined)[], place: number, is1904: boolean): SheetRow {
  // The list has holes where the sheet has no cells.
  return { number: place + 1, cells: Array.from(cells.slice(0, widest), (cell) => cell && cellOf(cell, is1904)) }
}

function cellOf({ t, v, w, z, f }: LegacyCell, is1904: boolean): SheetCell | undefined {
  if (f !== undefined) return { kind: 'formula' }
  if (t === 'n') return numberCell(String(v), lookOf(z ?? 'General'), is1904)
  if (t === 'b') return { kind: 'boolean', yes: v === true }
  if (t === 'e') return { kind: 'error', text: w ?? '' }
  return t === 's' && v !== '' ? { kind: 'text', text: String(v) } : undefined
}
