import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { codesIn } from '#kernel/values/typed-values.ts'
import { isUntouched, nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { WritingHttp } from '#providers/http.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { columnsOf, type FilledRow, isInRmb, labelOf, marksOf, mostRows, verifiedMark } from '../drop/placing.ts'
import { cellsOfKind, type FilledCell, type ReadAnswer, type ReadVerification, type ReadVoucher,
  rowOfVoucher } from '../drop/row-of-voucher.ts'
import { type Cost, type Fare, type Journey, type JourneyTables, type JourneyVoucher, type NewLeg, type Stay, tableOfSort,
  withoutUndefined } from './journey.ts'

/** A read voucher with its file. */
export interface VoucherWithFile {
  readonly id: string
  readonly attachment: string
  readonly voucher: ReadVoucher
  /** The table that the file was dropped on. */
  readonly table?: string
  /** Id of the file's job, for messages. */
  readonly job: number
  /** Resolves to the verifications of the file's invoices by the tax authority's service. */
  readonly verifying: Promise<readonly NumberedVerification[]>
}

export interface JourneyFillContext {
  readonly tables: JourneyTables
  readonly gathered: ReadonlyMap<string, VoucherWithFile>
  /** Looks up the dictionary value with a Chinese label. */
  optionOf(dict: string, label: string): string | undefined
}

export interface FillResult {
  readonly rows: readonly FilledRow[]
  /** Ids of jobs whose vouchers exceeded the maximum number of rows, with that maximum. */
  readonly crowded: ReadonlyMap<number, number>
}

/** Writes a journey into the form's tables; rows entered by a person are not changed. */
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

/** Table for a voucher: by its sort; one of unknown sort stays in the table that it was dropped on. */
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
  // the arrival was derived from the plan, so it needs review
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

/** Cells for an invoice together with its credit notes. */
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

/** Merges cells of the voucher with those of the journey, which take precedence; `except` is left out, e.g. the invoice date of a ride. */
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

/** Writes cells into the planned row that they replace, the first empty row, or a new row; undefined if the table is full. */
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

export type NumberedVerification = ReadVerification & { readonly number: string }

/** Has the invoices of a file verified if a service is configured; empty if the service is unavailable. */
export async function askVerification(http: WritingHttp, attachment: string,
  { vouchers, isVerifiable }: ReadAnswer): Promise<readonly NumberedVerification[]> {
  const isOpen = vouchers.some(({ usedIn, company, verification }) =>
    usedIn === undefined && company !== null && verification?.outcome !== 'genuine'
  )
  return isVerifiable && isOpen
    ? http.post<readonly NumberedVerification[]>('/oaserver/voucher/verify', { attachment }, { quiet: true }).catch(() => [])
    : []
}

/** Marks invoice numbers with the verification results; existing error marks are kept. */
export const markVerified = (store: FormStore, answers: readonly NumberedVerification[]): void =>
  store.marks.put(
    answers.flatMap((answer) =>
      cellsWith(store, answer.number).filter((name) => store.marks.at(name)?.tone !== 'wrong').map((name) =>
        [name, verifiedMark(answer)] as const
      )
    ),
  )

/** Names of the cells with this number. */
const cellsWith = (store: FormStore, number: string): readonly string[] =>
  invoiceTables(store.form.fields).flatMap((table) => {
    const column = keyAs(store.form.fields[table]?.columns ?? {}, 'invoiceNumber') ?? ''
    return rowsAt(store.value, table).filter((row) => codesIn(row[column]).includes(number)).map((row) =>
      nameOfCell({ key: table, rowId: rowIdOf(row) ?? '', column })
    )
  })

/** Converts a read voucher into a voucher of a journey. */
export function journeyVoucher(id: string, voucher: ReadVoucher): JourneyVoucher {
  const { fields, ways = [], traveller, sellerPlace } = voucher
  const valueOf = (field: string) => fields[field]?.value
  const sort = sortOf(voucher)
  const business = { 退: 'refund', 改: 'change' }[valueOf('businessType') ?? ''] as JourneyVoucher['business']
  const nights = sort === 'stay' ? countOf(valueOf('quantity')) : undefined
  return {
    id,
    sort,
    ways,
    ...withoutUndefined({ number: valueOf('number'), original: valueOf('originalNumber'), business, total: valueOf('total'),
      day: valueOf('issueDate'), traveller, nights, place: sort === 'stay' ? sellerPlace : undefined }),
  }
}

const tickets: ReadonlySet<string> = new Set(['rail', 'air'])

/** Patterns of goods, and of seller names, per sort of voucher. */
const attributes = {
  items: [[/住宿|房费|客房/, 'stay'], [/客运服务|打车|出租车|网约车|乘车/, 'ride']],
  sellers: [[/酒店|宾馆|饭店|旅馆|旅店|客栈|民宿/, 'stay'], [/出租|网约车|出行科技/, 'ride']],
} as const

/** Sort of a voucher by its goods, or by the seller's name if these are unknown. */
function sortOf({ kind, fields }: ReadVoucher): JourneyVoucher['sort'] {
  if (tickets.has(kind)) return 'ticket'
  const item = fields['item']?.value
  const [words, text] = item === undefined
    ? [attributes.sellers, fields['sellerName']?.value ?? ''] as const
    : [attributes.items, item] as const
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}

/** Number of nights from the quantity; undefined if it is not a whole number. */
function countOf(quantity: string | undefined): number | undefined {
  const count = Number(quantity)
  return Number.isInteger(count) && count > 0 && count <= 60 ? count : undefined
}
