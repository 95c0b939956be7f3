import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import type { PostingDetail } from '#server/postings/posting.ts'
import { type Below, entryOf, type ServiceInterface, type Source } from '../interfaces.ts'
import type { UnitCodes } from '../units.ts'
import { type PropertyFacts, type ServiceFacts, serviceOf, type SetFacts, setBelow, setOf } from '../released-services/facts.ts'

/** The values that a payload is made of. */
export interface Content {
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  /** Number of the posting that this one waited for. */
  readonly prior: string | null
  readonly companyCode: string | undefined
  readonly units: UnitCodes
}

export type SapRecord = Readonly<Record<string, unknown>>

/** A payload with the rows of the body that its records stand for. */
export interface Payload {
  readonly record: SapRecord
  /** Rows of the body in the order in which they are sent, by the property that leads to them. */
  readonly rows: Readonly<Record<string, readonly number[]>>
  /** Values that the service has no room for; the payload is not sent then. */
  readonly problems: readonly PostingDetail[]
}

/** Fewest characters in which the beginning of a key is worth keeping. */
const readable = 16

/**
 * Our reference for a line in at most `max` characters: its key; its beginning and six digits of its hash; or, below 16 characters, its
 * hash in base 36, so that thousands of lines get different references.
 */
export function referenceOf(key: string, max: number): string {
  if (key.length <= max) return key
  const digest = createHash('sha256').update(key).digest('hex')
  if (max >= readable) return `${key.slice(0, max - 7)}-${digest.slice(0, 6)}`
  return BigInt(`0x${digest}`).toString(36).toUpperCase().slice(-max)
}

/** The payload of a line for a service. */
export function payloadOf(taken: ServiceInterface, content: Content): Payload {
  const service = serviceOf(taken.service)
  const writer = new PayloadWriter(service, content)
  const record = writer.record(setOf(service, taken.set), taken, undefined)
  return { record, rows: writer.rows, problems: [...writer.problems, ...withoutRows(taken, writer.rows)] }
}

/** Lists of which no row has a quantity, each once. */
const withoutRows = ({ below = [] }: Pick<Below, 'below'>, rows: Payload['rows']): readonly PostingDetail[] =>
  below.filter(({ to, without0 }, index) =>
    without0 !== undefined && rows[to]?.length === 0 && below.findIndex((level) => level.to === to) === index
  ).map(({ without0 = '' }) => ({ severity: 'error', code: 'noQuantity', message: '', field: without0 }))

class PayloadWriter {
  readonly problems: PostingDetail[] = []
  readonly rows: Record<string, readonly number[]> = {}

  constructor(private readonly service: ServiceFacts, private readonly content: Content) {}

  /** Rows of the body that make records: those of its lists, but for those without a quantity. */
  rowsOf({ properties, of, without0 }: Below): readonly number[] {
    const { body } = this.content
    const count = of === undefined
      ? Math.max(0, ...Object.values(properties).map((source) => lengthOf(body[entryOf(source) ?? ''])))
      : lengthOf(body[of])
    const all = Array.from({ length: count }, (_, row) => row)
    return without0 === undefined ? all : all.filter((row) => !isZero(entryAt(body, without0, { row })))
  }

  record(set: SetFacts, { properties, below = [] }: Pick<Below, 'properties' | 'below'>, row: number | undefined, of?: string): SapRecord {
    const record: Record<string, unknown> = {}
    for (const [name, source] of Object.entries(properties)) {
      const facts = set.properties.get(name)
      if (!facts) throw new Error(`${this.service.name}/${set.name} has no ${name}`)
      const value = this.value(facts, source, { row, of })
      if (value !== undefined) record[name] = value
    }
    for (const level of below) this.add(record, set, level)
    return record
  }

  private add(record: Record<string, unknown>, set: SetFacts, level: Below): void {
    const target = setBelow(this.service, set, level.to)
    const records = this.isList(level) ? this.list(target, level) : this.single(target, level)
    if (records.length === 0) return
    record[level.to] = level.isOne ? records[0] : [...(record[level.to] as SapRecord[] | undefined ?? []), ...records]
  }

  private isList({ of, properties }: Below): boolean {
    return of !== undefined || Object.values(properties).some((source) => Array.isArray(this.content.body[entryOf(source) ?? '']))
  }

  private list(target: SetFacts, level: Below): readonly SapRecord[] {
    const rows = this.rowsOf(level)
    this.rows[level.to] = [...(this.rows[level.to] ?? []), ...rows]
    return rows.map((row) => this.record(target, level, row, level.of))
  }

  private single(target: SetFacts, level: Below): readonly SapRecord[] {
    return [this.record(target, level, undefined)].filter((one) => this.says(level, one))
  }

  /** Returns whether a record has a value besides its constants, or consists of constants only. */
  private says({ properties, below = [] }: Below, record: SapRecord): boolean {
    const named = Object.entries(properties).filter(([, source]) => entryOf(source) !== undefined)
    if (named.length === 0) return Object.keys(properties).length > 0 || below.some(({ to }) => to in record)
    return named.some(([name]) => record[name] !== undefined)
  }

  private value(facts: PropertyFacts, source: Source, place: RowPlace) {
    const entry = entryOf(source)
    const raw = entry === undefined ? this.own(facts, String(source), place.row) : entryAt(this.content.body, entry, place)
    if (isMissing(raw)) return undefined
    const fitted = this.fitted(facts, raw, source)
    if ('value' in fitted) return isDayOfVersion2(this.service, facts) ? `/Date(${Date.parse(`${fitted.value}T00:00:00Z`)})/` : fitted.value
    this.problems.push({ severity: 'error', code: fitted.problem, message: '', ...(place.row !== undefined && { row: place.row }),
      field: entry ?? String(source) })
    return undefined
  }

  private fitted(facts: PropertyFacts, raw: unknown, source: Source): Fitted {
    if (typeof source === 'string' || !source.isUnit) return fit(facts, raw, source)
    const code = this.content.units.toSap(String(raw))
    return code === undefined ? { problem: 'noUnit' } : { value: code }
  }

  /** A constant, or a value that the port fills in. */
  private own({ max = 255 }: PropertyFacts, source: string, row: number | undefined): string | undefined {
    if (source.startsWith('=')) return source.slice(1)
    const { key, prior, companyCode } = this.content
    const said: Readonly<Record<string, () => string | undefined>> = {
      '@reference': () => referenceOf(key, max),
      '@document': () => referenceOf(key.replace(/-.*$/, ''), max),
      '@prior': () => prior?.replace(/\/.*$/, ''),
      '@company': () => companyCode,
      '@row': () => (row === undefined ? undefined : String((row + 1) * 10).padStart(max, '0').slice(-max)),
    }
    return said[source]?.()
  }
}

/** The row that a value is of, and the list of objects that has it. */
interface RowPlace {
  readonly row: number | undefined
  readonly of?: string | undefined
}

const isDayOfVersion2 = ({ protocol }: ServiceFacts, { type }: PropertyFacts): boolean => type === 'date' && protocol === 'odata2'

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** An entry of the body in a row: of a list, its element; else the same for every row. */
function entryAt(body: Readonly<Record<string, unknown>>, entry: string, { row, of }: RowPlace): unknown {
  if (of !== undefined && row !== undefined) {
    const object = (body[of] as readonly unknown[])[row]
    return typeof object === 'object' && object !== null ? (object as Readonly<Record<string, unknown>>)[entry] : undefined
  }
  const value = body[entry]
  return Array.isArray(value) && row !== undefined ? value[row] : value
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === ''
const isZero = (value: unknown): boolean => isMissing(value) || Number(value) === 0

type Fitted = { readonly value: string | boolean } | { readonly problem: 'tooLong' | 'precision' | 'format' | 'noUnit' }

/** A value as a property holds it. */
function fit(facts: PropertyFacts, raw: unknown, source: Source): Fitted {
  const text = typeof raw === 'object' ? '' : String(raw as string | number | boolean)
  return (fitters[facts.type] ?? fitText)(text, facts, source)
}

type Fitter = (text: string, facts: PropertyFacts, source: Source) => Fitted

const fitDay: Fitter = (text) => (/^\d{4}-\d\d-\d\d/.test(text) ? { value: text.slice(0, 10) } : { problem: 'format' })

const fitters: Partial<Readonly<Record<PropertyFacts['type'], Fitter>>> = {
  boolean: (text) => ({ value: text === 'true' || text === '1' }),
  date: fitDay,
  timestamp: fitDay,
  decimal: (text, { scale = 0, precision = 38 }) => fitDecimal(text, { scale, precision }),
}

function fitText(text: string, { max = Number.POSITIVE_INFINITY }: PropertyFacts, source: Source): Fitted {
  const from = typeof source === 'string' ? undefined : (source.cut ? 0 : source.from)
  if (from !== undefined) return { value: text.slice(from, from + max) }
  return text.length <= max ? { value: text } : { problem: 'tooLong' }
}

function fitDecimal(text: string, { scale, precision }: { readonly scale: number; readonly precision: number }): Fitted {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { problem: 'format' }
  const number = new Decimal(text)
  const whole = number.abs().trunc().toFixed(0)
  return number.decimalPlaces() > scale || whole.length > precision - scale ? { problem: 'precision' } : { value: number.toFixed() }
}

/** Returns the row and the entry of the body that a target of an error names: `to_MaterialDocumentItem(2)/Material`, counted from 1. */
export function placeOf(taken: ServiceInterface, { rows }: Pick<Payload, 'rows'>, target: string): { row?: number; field?: string } {
  let level: Pick<Below, 'properties' | 'below'> = taken
  let row: number | undefined
  let field: string | undefined
  for (const part of target.replace(/^\/?(#TRANSIENT#)?\/?/, '').split('/').filter(Boolean)) {
    const { name, number } = stepOf(part)
    const next = level.below?.find(({ to }) => to === name)
    if (next) {
      level = next
      row = number === undefined ? row : rows[next.to]?.[number - 1]
    } else field = entryNamed(level, name)
  }
  return { ...(row !== undefined && { row }), ...(field !== undefined && { field }) }
}

/** A step of a target: a name, and the number of a row behind it. */
function stepOf(part: string): { readonly name: string; readonly number: number | undefined } {
  const [, name = '', number] = /^([A-Za-z_]\w*)(?:\((?:.*?'?0*)(\d+)'?\))?$/.exec(part) ?? []
  return { name, number: number === undefined ? undefined : Number(number) }
}

function entryNamed({ properties }: Pick<Below, 'properties'>, name: string): string | undefined {
  const source = properties[name]
  return source === undefined ? undefined : entryOf(source)
}
