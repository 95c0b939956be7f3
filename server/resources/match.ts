import { type SqlBool, sql } from 'kysely'
import type { Resource } from '#kernel/resource.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { columnsOf } from './columns.ts'
import type { StoredRecord } from './records.ts'
import { type Condition, isOneOf } from './statements.ts'

/** The identity of a record of an import, as one text; undefined while a part of it could not be read. */
export function identityOf(resource: Resource, value: FormValue): string | undefined {
  const parts = partsOf(resource, value)
  if (parts.every((part) => part === null)) return undefined
  const either = pairOf(resource).length === 0 ? [parts] : [parts, partsOf(resource, turned(resource, value))]
  // of a pair in either order, one order stands for both
  return either.map((each) => JSON.stringify(each)).toSorted()[0]
}

/** The values of a row as a stored record has them: a pair that may stand in either order, in the order of the record. */
export function orientedAs(resource: Resource, record: FormValue, value: FormValue): FormValue {
  const isTurned = pairOf(resource).length > 0 && matchOf(resource).some((field) => textOf(record[field]) !== textOf(value[field]))
  return isTurned ? turned(resource, value) : value
}

/** The fields whose values may be exchanged; none of most resources. */
const pairOf = ({ import: declared }: Resource): readonly string[] => declared?.unordered ?? []

function turned(resource: Resource, value: FormValue): FormValue {
  const [one, other] = pairOf(resource)
  return one === undefined || other === undefined ? value : { ...value, [one]: value[other], [other]: value[one] }
}

/** The records that these rows mean, among all there are. */
export function matching(resource: Resource, rows: readonly FormValue[]): Condition {
  const columns = columnsOf(resource)
  const matched = matchOf(resource).flatMap((field) => columns.get(field) ?? [])
  // every row of such a file is a new record
  if (matched.length === 0) return sql<SqlBool>`false`
  const either = pairOf(resource).length === 0 ? rows : rows.flatMap((row) => [row, turned(resource, row)])
  return isOneOf(matched, either.map((row) => partsOf(resource, row)))
}

/** Returns whether a record holds already what a row says. */
export function holds(record: StoredRecord, value: FormValue): boolean {
  return Object.entries(value).every(([field, value]) => isSame(record[field], value))
}

const matchOf = ({ import: declared }: Resource): readonly string[] => declared?.match ?? []

const partsOf = (resource: Resource, value: FormValue): (string | null)[] => matchOf(resource).map((field) => textOf(value[field]))

const textOf = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value))

/** Nothing is an empty text or list; amounts are compared by value (1.50 is 1.5), lists without their order. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) || Array.isArray(other)) return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
  const [left, right] = [textOf(one), textOf(other)]
  if (left === right) return true
  return typeof one === 'string' && typeof other === 'string' && isSameNumber(one, other)
}

function isSameNumber(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => (/^-?\d+(\.\d+)?$/.test(text) ? decimalOf(text) : null))
  return Boolean(left && right && one.includes('.') && left.eq(right))
}

const sorted = (list: unknown): unknown[] => (Array.isArray(list) ? list.toSorted() : [])
