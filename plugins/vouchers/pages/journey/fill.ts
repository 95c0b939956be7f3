import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isUntouched, nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { labelOf } from '../drop/labels.ts'
import { columnsOf, type FilledRow, isInRmb, marksOf, mostRows } from '../drop/placing.ts'
import type { ReadVoucher } from '../drop/read-answer.ts'
import { cellsOfKind, type FilledCell, rowOfVoucher } from '../drop/row-of-voucher.ts'
import type { Cost, Fare, Journey, NewLeg, Stay } from './journey.ts'
import { sortOf } from './journey-voucher.ts'
import type { NumberedVerification } from '../drop/verify-rows.ts'
import { type JourneyTables, tableOfSort } from './tables.ts'

/** A voucher that was read, with the file that holds it. */
export interface VoucherWithFile {
  readonly id: string
  readonly attachment: string
  readonly voucher: ReadVoucher
  /** The table that the file was dropped on. */
  readonly table?: string
  /** The job of its file, for messages. */
  readonly job: number
  /** The answers of the tax authority's service about its file, once it has any. */
  readonly verifying: Promise<readonly NumberedVerification[]>
}

export interface JourneyFillContext {
  readonly tables: JourneyTables
  readonly gathered: ReadonlyMap<string, VoucherWithFile>
  /** Value of a dictionary with a label in Chinese. */
  optionOf(dict: string, label: string): string | undefined
}

export interface FillResult {
  readonly rows: readonly FilledRow[]
  /** Jobs whose vouchers found no room, with the rows that the table takes. */
  readonly crowded: ReadonlyMap<number, number>
}

/** Writes a journey into the form's tables; rows that a person entered stay as they are. */
export function fillJourney(store: FormStore, journey: Journey, filling: JourneyFillContext): FillResult {
  const { tables } = filling
  const crowded = new Map<number, number>()
  const rows = journey.legs.flatMap((leg) =>
    put(store, tables.legs, { cells: legCells(store, tables.legs, leg), replaces: leg.replaces }) ?? []
  )
  const costs: readonly Cost[] = [...journey.fares, ...journey.stays, ...journey.others]
  for (const cost of costs) {
    const [main] = gatheredOf(cost, filling)
    if (!main) continue
    const table = tableOfCost(main, tables)
    const row = put(store, table, { cells: costCells(store, { table, cost, filling }),
      replaces: 'replaces' in cost ? (cost as Fare).replaces : undefined, main })
    if (row) rows.push(row)
    else crowded.set(main.job, mostRows(store, table))
  }
  return { rows, crowded }
}

const gatheredOf = ({ vouchers }: Cost, { gathered }: JourneyFillContext): readonly VoucherWithFile[] =>
  vouchers.flatMap((id) => gathered.get(id) ?? [])

/** A voucher that says nothing of itself stays where it was dropped. */
function tableOfCost({ voucher, table }: VoucherWithFile, tables: JourneyTables): string {
  const sort = sortOf(voucher)
  return sort === 'other' && table !== undefined && table !== tables.legs ? table : tableOfSort(tables, sort)
}

type RoleValues = readonly (readonly [FieldRole, unknown])[]

const cellsOf = (store: FormStore, table: string, values: RoleValues): readonly FilledCell[] =>
  values.flatMap(([role, value]) => {
    const column = keyAs(columnsOf(store, table), role)
    return column === undefined || value === undefined || !store.editable(`${table}.${column}`) ? [] : [{ column, value, isCertain: true }]
  })

function legCells(store: FormStore, table: string, { traveller, from, to, start, end }: NewLeg): readonly FilledCell[] {
  const cells = cellsOf(store, table, [['traveller', traveller], ['placeFrom', from], ['placeTo', to], ['timeFrom', start], ['timeTo',
    end]])
  const arrival = keyAs(columnsOf(store, table), 'timeTo')
  // only the plan says when it arrived
  return cells.map((cell) => (cell.column === arrival ? { ...cell, isCertain: false } : cell))
}

interface CostRow {
  readonly table: string
  readonly cost: Cost
  readonly filling: JourneyFillContext
}

function costCells(store: FormStore, { table, cost, filling }: CostRow): readonly FilledCell[] {
  const all = gatheredOf(cost, filling)
  const [main] = all
  if (!main) return []
  const isRmb = isInRmb(store)
  const open = Object.fromEntries(Object.entries(columnsOf(store, table)).filter(([column]) => store.editable(`${table}.${column}`)))
  const own = rowOfVoucher(main.voucher, { columns: open, entered: {}, attachment: main.attachment, isRmb })
  const isRide = sortOf(main.voucher) === 'ride'
  const values: RoleValues = [...(all.length > 1 ? saidTogether(all, isRmb ? cost.amount : undefined) : []), ['travelClass',
    travelClassOf(main.voucher, open, filling)], ...placesOf(cost, isRmb)]
  return over(own, [...(isRide ? cellsOfKind(open, 'taxi') : []), ...cellsOf(store, table, values)],
    isRide && !('day' in cost) ? keyAs(open, 'travelDate') : undefined)
}

/** An invoice with those that take a part of it back. */
const saidTogether = (all: readonly VoucherWithFile[], amount: string | undefined): RoleValues => [
  ['invoiceNumber', all.flatMap(({ voucher }) => voucher.fields['number']?.value ?? []).join(',')],
  ['invoiceFiles', [...new Set(all.map(({ attachment }) => attachment))]],
  ['invoiceAmount', amount],
]

function travelClassOf({ fields }: ReadVoucher, columns: Fields, { optionOf }: JourneyFillContext): string | undefined {
  const seat = fields['seat']?.value
  const { dict } = columns[keyAs(columns, 'travelClass') ?? ''] ?? {}
  return seat === undefined || dict === undefined ? undefined : optionOf(dict, seat)
}

/** The cells of a journey go before those of the voucher alone; the day of an invoice is not that of a ride. */
function over(own: readonly FilledCell[], added: readonly FilledCell[], except: string | undefined): readonly FilledCell[] {
  const columns = new Set(added.map(({ column }) => column))
  return [...own.filter(({ column }) => !columns.has(column) && column !== except), ...added]
}

function placesOf(cost: Cost & Partial<Omit<Fare, 'vouchers'>> & Partial<Pick<Stay, 'place' | 'guests'>>, isRmb: boolean): RoleValues {
  if ('place' in cost || 'guests' in cost) {
    const { place, guests, from, to } = cost as Stay
    return [['place', place], ['dayFrom', from], ['dayTo', to], ['traveller', guests]]
  }
  const { traveller, from, to, day, changeFee } = cost
  return [['traveller', traveller], ['placeFrom', from], ['placeTo', to], ['travelDate', day],
    ...(isRmb ? [['changeFee', changeFee]] as const : [])]
}

interface CellPlacement {
  readonly cells: readonly FilledCell[]
  readonly replaces: string | undefined
  readonly main?: VoucherWithFile
}

/** Into the planned row that it makes true, into the first empty one, or into one of its own; undefined where there is no room. */
function put(store: FormStore, table: string, { cells, replaces, main }: CellPlacement): FilledRow | undefined {
  const rows = store.entered[table] === undefined ? rowsAt(store.value, table) : rowsAt(store.entered, table)
  const held = replaces === undefined ? rows.find(isUntouched) : rows.find((row) => rowIdOf(row) === replaces)
  if (!held && rows.length >= mostRows(store, table)) return undefined
  const rowId = (held && rowIdOf(held)) ?? newRowId()
  const row: FormValue = { rowId, ...Object.fromEntries(cells.map(({ column, value }) => [column, value])) }
  store.setRows(table, (before) => (held ? before.map((each) => (rowIdOf(each) === rowId ? row : each)) : [...before, row]))
  const marks = main
    ? marksOf({ table, rowId, cells, voucher: main.voucher, columns: columnsOf(store, table) })
    : plannedMarks(table, rowId, cells)
  store.marks.put([[nameOfCell({ key: table, rowId }), { tone: 'fresh' }], ...marks])
  return { table, rowId, isNew: true, cells }
}

const plannedMarks = (table: string, rowId: string, cells: readonly FilledCell[]) =>
  cells.filter(({ isCertain }) => !isCertain).map(({ column }) =>
    [nameOfCell({ key: table, rowId, column }), { tone: 'doubtful', text: labelOf('asPlanned') }] as const
  )
