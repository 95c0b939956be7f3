import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import { codesIn } from '#kernel/values/typed-code.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isUntouched, nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { CellMark } from '#shell/form/store/marks.ts'
import { labelOf } from './labels.ts'
import type { ReadVerification, ReadVoucher } from './read-answer.ts'
import { type FilledCell, rowOfVoucher } from './row-of-voucher.ts'

/** A row that a file filled in. */
export interface FilledRow {
  readonly table: string
  readonly rowId: string
  readonly isNew: boolean
  readonly cells: readonly FilledCell[]
}

interface RowPlacement {
  readonly table: string
  /** The row that the file was dropped on. */
  readonly row: string | undefined
  readonly attachment: string
}

/** Rows that hold something; those without an entry are filled first. */
const rowsOf = (store: FormStore, table: string): readonly FormValue[] =>
  rowsAt(store.entered[table] === undefined ? store.value : store.entered, table)

/** The rows that a table takes: its own limit, or 1000. */
export const mostRows = (store: FormStore, table: string): number => store.form.fields[table]?.max ?? 1000

/** Returns whether the table takes another row. */
export const hasRoom = (store: FormStore, table: string): boolean =>
  rowsOf(store, table).filter((row) => !isUntouched(row)).length < mostRows(store, table)

/** Place, from 1, of the row that has this invoice already. */
export function rowWith(store: FormStore, table: string, { fields }: ReadVoucher, except: string | undefined): number | undefined {
  const columns = store.form.fields[table]?.columns ?? {}
  const [number, code] = [keyAs(columns, 'invoiceNumber'), keyAs(columns, 'invoiceCode')]
  const invoiceNumber = fields['number']?.value
  if (number === undefined || invoiceNumber === undefined) return undefined
  const isSame = (row: FormValue) =>
    rowIdOf(row) !== except && codesIn(row[number]).includes(invoiceNumber) &&
    (code === undefined || !row[code] || row[code] === fields['code']?.value)
  const index = rowsAt(store.value, table).findIndex(isSame)
  return index < 0 ? undefined : index + 1
}

/** Puts what a voucher says into a row of its own, or into the empty cells of the one it was dropped on. */
export function placeVoucher(store: FormStore, voucher: ReadVoucher, { table, row, attachment }: RowPlacement): FilledRow {
  const rows = rowsOf(store, table)
  const held = row === undefined ? rows.find(isUntouched) : rows.find((each) => rowIdOf(each) === row)
  const rowId = (held && rowIdOf(held)) ?? newRowId()
  const columns = columnsOf(store, table)
  const open = Object.fromEntries(Object.entries(columns).filter(([column]) => store.editable(`${table}.${column}`)))
  const cells = rowOfVoucher(voucher, { columns: open, entered: held ?? {}, attachment, isRmb: isInRmb(store) })
  const filled = { ...held, ...Object.fromEntries(cells.map(({ column, value }) => [column, value])), rowId }
  store.setRows(table, (before) => (held ? before.map((each) => (rowIdOf(each) === rowId ? filled : each)) : [...before, filled]))
  store.marks.put([[nameOfCell({ key: table, rowId }), { tone: 'fresh' }], ...marksOf({ table, rowId, cells, voucher, columns })])
  return { table, rowId, isNew: held === undefined || isUntouched(held), cells }
}

/** The columns of a table; none for a field that is no table. */
export const columnsOf = (store: FormStore, table: string): Fields => store.form.fields[table]?.columns ?? {}

/** Amounts of vouchers are in RMB. */
export function isInRmb({ form, value }: FormStore): boolean {
  const currency = currencyKey(form)
  return currency === undefined || (value[currency] ?? 'CNY') === 'CNY'
}

interface VoucherRow extends Pick<FilledRow, 'table' | 'rowId' | 'cells'> {
  readonly voucher: ReadVoucher
  readonly columns: Fields
}

/** The marks of uncertain cells, which are to be looked at; the invoice's cell says what is known of it. */
export function marksOf({ table, rowId, cells, voucher, columns }: VoucherRow): readonly (readonly [string, CellMark])[] {
  const doubts = cells.filter(({ isCertain }) => !isCertain)
  const number = keyAs(columns, 'invoiceNumber')
  return [
    ...doubts.map(({ column }) => [nameOfCell({ key: table, rowId, column }), { tone: 'doubtful', text: labelOf('doubtful') }] as const),
    ...(number === undefined || Object.keys(voucher.fields).length === 0
      ? []
      : [[nameOfCell({ key: table, rowId, column: number }), invoiceMark(voucher, doubts.length > 0)] as const]),
  ]
}

function invoiceMark({ usedIn, company, isTaxNoWrong, verification }: ReadVoucher, isDoubtful: boolean): CellMark {
  if (usedIn !== undefined)
    return { tone: 'wrong', tag: labelOf('usedTag'), text: usedIn === '' ? labelOf('used') : labelOf('usedIn', { businessNo: usedIn }) }
  if (company === null) return { tone: 'wrong', tag: labelOf('otherBuyerTag'), text: labelOf('otherBuyer') }
  if (isTaxNoWrong) return { tone: 'wrong', tag: labelOf('otherTaxNoTag'), text: labelOf('otherTaxNo') }
  if (verification) return verifiedMark(verification)
  return isDoubtful
    ? { tone: 'doubtful', tag: labelOf('doubtfulTag'), text: labelOf('doubtful') }
    : { tone: 'sound', tag: labelOf('readTag'), text: labelOf('read') }
}

/** Verified when, or refused why. */
export function verifiedMark({ outcome, message, at }: ReadVerification): CellMark {
  const when = nowOf(new Date(at)).slice(0, 16)
  if (outcome === 'genuine') return { tone: 'sound', tag: labelOf('verifiedTag'), text: labelOf('verified', { at: when }) }
  const sentence = labelOf(outcome, { at: when })
  return { tone: 'wrong', tag: labelOf('refusedTag'), text: message ? { cn: message, en: message } : sentence }
}

/** Takes back what files filled in, where nobody has changed it since; a row that holds nothing else goes. */
export function takeBack(store: FormStore, filled: readonly FilledRow[]): void {
  for (const { table, rowId, isNew, cells } of filled) {
    const names = [nameOfCell({ key: table, rowId }), ...cells.map(({ column }) => nameOfCell({ key: table, rowId, column }))]
    store.marks.remove(names)
    store.setRows(table, (rows) =>
      rows.flatMap((row) => {
        if (rowIdOf(row) !== rowId) return [row]
        const rest = { ...row }
        for (const { column, value } of cells) if (JSON.stringify(row[column]) === JSON.stringify(value)) delete rest[column]
        return isNew && isUntouched(rest) && rows.length > 1 ? [] : [rest]
      }))
  }
}

/** Place, from 1, of a row. */
export const placeOf = (store: FormStore, { table, rowId }: Pick<FilledRow, 'table' | 'rowId'>): number =>
  rowsAt(store.value, table).findIndex((row) => rowIdOf(row) === rowId) + 1
