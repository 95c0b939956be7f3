import { type PropertyFacts, type ServiceFacts, type SetFacts, setBelow } from '../released-services/facts.ts'
import type { Fault } from './faults.ts'
import type { SimulatorStore, StoredRecord } from './store.ts'

/** A message of SAP about a value. */
export interface SapMessage {
  readonly code: string
  readonly message: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly target: string
}

type Values = Readonly<Record<string, unknown>>

/** First numbers of the ranges, by the key that is given by SAP, and their digits. */
const ranges: Readonly<Record<string, readonly [first: number, digits: number]>> = {
  PurchaseRequisition: [10_000_000, 10],
  MaterialDocument: [4_900_000_000, 10],
  Reservation: [1, 10],
  ChangeNumber: [500_000_000_001, 12],
  BusinessPartner: [1_000_000, 10],
  BillOfMaterialItemUUID: [1_000_000, 36],
  ASSET: [100_000, 12],
}

/** Validates a record: unknown properties, properties set by SAP, lengths and types. */
export function judge(service: ServiceFacts, set: SetFacts, values: Values, path = ''): SapMessage[] {
  return Object.entries(values).flatMap(([name, value]): SapMessage[] => {
    if (name in set.to) {
      const below = setBelow(service, set, name)
      const rows = rowsOf(value)
      return rows.flatMap((row, index) =>
        judge(service, below, row, `${path}${name}${Array.isArray(value) || 'results' in row ? `(${index + 1})` : ''}/`)
      )
    }
    const facts = set.properties.get(name)
    const target = `${path}${name}`
    if (!facts) return [error('/IWBEP/CM_MGW_RT/020', `Property '${name}' is invalid`, target)]
    if (!facts.isCreatable) return [error('SY/530', `Property ${name} may not be set`, target)]
    return misfit(service, facts, value) ? [error('SY/530', `Value of ${name} does not fit`, target)] : []
  })
}

/** Validates a change of a record, in which SAP takes neither its key nor records below it. */
export function judgeChange(service: ServiceFacts, set: SetFacts, values: Values): SapMessage[] {
  const fixed = Object.keys(values).filter((name) => name in set.to || set.keys.includes(name))
  return [...fixed.map((name) => error('SY/530', `Property ${name} may not be changed`, name)),
    ...judge(service, set, Object.fromEntries(Object.entries(values).filter(([name]) => !fixed.includes(name))))]
}

const error = (code: string, message: string, target: string): SapMessage => ({ code, message, severity: 'error', target })

function misfit({ protocol }: ServiceFacts, facts: PropertyFacts, value: unknown): boolean {
  if (value === null) return false
  if (facts.type === 'boolean') return typeof value !== 'boolean'
  if (typeof value !== 'string') return true
  if (facts.type === 'decimal') return isWrongDecimal(value, facts)
  if (facts.type === 'date') return !days[protocol].test(value)
  return facts.max !== undefined && [...value].length > facts.max
}

/** A day as each version writes it. */
const days = { odata2: /^\/Date\(-?\d+\)\/$/, odata4: /^\d{4}-\d\d-\d\d$/ } as const

function isWrongDecimal(value: string, { precision = 38, scale = 0 }: PropertyFacts): boolean {
  const [, whole = '', rest = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  return whole === '' || whole.replace(/^0+/, '').length > precision - scale || rest.length > scale
}

/** The rows of a property that leads to others: a list, a list in `results`, or one record. */
function rowsOf(value: unknown): readonly Values[] {
  if (Array.isArray(value)) return value as readonly Values[]
  if (typeof value !== 'object' || value === null) return []
  const { results } = value as { results?: unknown }
  return Array.isArray(results) ? results as readonly Values[] : [value as Values]
}

/** The record as it is kept and answered: with its number and those of its rows, and the rows as records of their own. */
export function numbered(store: SimulatorStore, service: ServiceFacts, set: SetFacts,
  { values, year }: { readonly values: Values; readonly year: number }
): { readonly answer: Values; readonly records: readonly StoredRecord[] } {
  const given = keysOf(store, set, values, year)
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in set.to)))
  const header = { ...own, ...given.keys }
  const below = Object.keys(set.to).filter((to) => to in values).map((to) => {
    const target = setBelow(service, set, to)
    return { to, target,
      rows: rowsOf(values[to]).map((row, index) => ({ ...inherited(target, header), ...itemNumber(target, index), ...row })) }
  })
  return {
    answer: { ...header, ...Object.fromEntries(below.map(({ to, rows }) => [to, { results: rows }])) },
    records: [{ set: `${service.name}/${set.name}`, values: { ...header, ...given.range } },
      ...below.flatMap(({ target, rows }) => rows.map((row) => ({ set: `${service.name}/${target.name}`, values: row })))],
  }
}

function keysOf(store: SimulatorStore, set: SetFacts, values: Values, year: number) {
  const name = [...set.keys, ...set.properties.keys()].find((key) => key in ranges && !(key in values && values[key] !== ''))
  const [first, digits] = ranges[name ?? ''] ?? []
  if (name === undefined || first === undefined || digits === undefined) return { keys: {}, range: {} }
  const number = store.next(name, first)
  const text = digits === 36
    ? `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    : String(number).padStart(digits, '0')
  return { keys: { [name]: text, ...(set.keys.includes('MaterialDocumentYear') && { MaterialDocumentYear: String(year) }) },
    range: { __range: name, __number: number } }
}

const inherited = (set: SetFacts, header: Values): Values =>
  Object.fromEntries(set.keys.filter((key) => key in header).map((key) => [key, header[key]]))

/** The number of a row, in steps of one, where SAP gives it. */
function itemNumber({ keys, properties }: SetFacts, index: number): Values {
  const key = keys.find((name) => name.endsWith('Item'))
  const width = key === undefined ? 0 : (properties.get(key)?.max ?? 4)
  return key === undefined ? {} : { [key]: String(index + 1).padStart(width, '0') }
}

/** The refusal that a fault asks for, at its row and property. */
export function refusalOf({ code, message, row, property }: Fault, set: SetFacts): SapMessage {
  const [to] = Object.keys(set.to)
  const place = row === undefined || to === undefined ? '' : `${to}(${row})/`
  return error(code, message, `${place}${property ?? ''}`)
}
