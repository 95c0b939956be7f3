import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { codesIn } from '#kernel/values/typed-values.ts'
import { fillText } from '#kernel/wording/translate.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { isUntouched, nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { CellMark } from '#shell/form/store/store-parts.ts'
import { type FilledCell, type ReadVerification, type ReadVoucher, rowOfVoucher } from './row-of-voucher.ts'
import { cn, en } from './texts.ts'

/** A row that a file filled in. */
export interface FilledRow {
  readonly table: string
  readonly rowId: string
  readonly isNew: boolean
  readonly cells: readonly FilledCell[]
}

interface RowPlacement {
  readonly table: string
  /** Id of the row that the file was dropped on. */
  readonly row: string | undefined
  readonly attachment: string
}

/** Rows of a table: entered ones if there are any, else calculated ones. */
const rowsOf = (store: FormStore, table: string): readonly FormValue[] =>
  rowsAt(store.entered[table] === undefined ? store.value : store.entered, table)

/** Maximum number of rows of a table. @default 1000 */
export const mostRows = (store: FormStore, table: string): number => store.form.fields[table]?.max ?? 1000

/** Returns whether a row can be added to the table. */
export const hasRoom = (store: FormStore, table: string): boolean =>
  rowsOf(store, table).filter((row) => !isUntouched(row)).length < mostRows(store, table)

/** Number, from 1, of the row that already has this invoice; undefined if none has. */
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

/** Fills a voucher into the first empty or a new row, or into the empty cells of the row it was dropped on. */
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

/** The columns of a table; empty if the field is not a table. */
export const columnsOf = (store: FormStore, table: string): Fields => store.form.fields[table]?.columns ?? {}

/** Returns whether the document is in RMB, as the amounts of vouchers are. */
export function isInRmb({ form, value }: FormStore): boolean {
  const currency = currencyKey(form)
  return currency === undefined || (value[currency] ?? 'CNY') === 'CNY'
}

interface VoucherRow extends Pick<FilledRow, 'table' | 'rowId' | 'cells'> {
  readonly voucher: ReadVoucher
  readonly columns: Fields
}

/** Marks for uncertain cells to review, and a mark with the check results at the invoice number. */
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

/** Mark with the verification result: the time, or the reason of a rejection. */
export function verifiedMark({ outcome, message, at }: ReadVerification): CellMark {
  const when = nowOf(new Date(at)).slice(0, 16)
  if (outcome === 'genuine') return { tone: 'sound', tag: labelOf('verifiedTag'), text: labelOf('verified', { at: when }) }
  const sentence = labelOf(outcome, { at: when })
  return { tone: 'wrong', tag: labelOf('refusedTag'), text: message ? { cn: message, en: message } : sentence }
}

/** Undoes the filling: clears cells not changed since, and removes rows that are then empty. */
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

/** Number of a row, from 1. */
export const placeOf = (store: FormStore, { table, rowId }: Pick<FilledRow, 'table' | 'rowId'>): number =>
  rowsAt(store.value, table).findIndex((row) => rowIdOf(row) === rowId) + 1

/** Bilingual text of the drop zone. */
export const labelOf = (key: keyof typeof cn, parameters: Parameters = {}): Label => ({ cn: fillText(cn[key], parameters, 'cn'),
  en: fillText(en[key], parameters, 'en') })
