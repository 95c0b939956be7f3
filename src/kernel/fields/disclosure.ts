import { isRow } from '../evaluate/rows.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import { isMaskedText, maskedText } from '../values/masked-text.ts'
import { everything, permits, type Permission } from '../permissions.ts'
import type { Resource } from '../resource.ts'
import type { FormValue } from '../values/value.ts'

/** A person's access to a column, widest first: read and write, read-only, last characters only, none. */
export const columnAccesses = ['full', 'readOnly', 'masked', 'hidden'] as const
export type ColumnAccess = (typeof columnAccesses)[number]

/**
 * Column access by subject ({@link formSubject}, or the name of a resource) and field (`items.amount` for a column of a table). Columns
 * that are not listed are `full`.
 */
export type ColumnRights = Readonly<Record<string, Readonly<Record<string, ColumnAccess>>>>

/** The facts about a reader that determine their column access. */
export interface Discloses {
  readonly permissions: ReadonlySet<Permission>
  readonly columns: ColumnRights
}

/** The facts for documents, whose confidential fields also depend on the reader's roles. */
export interface DisclosesDocuments extends Discloses {
  readonly roles: readonly string[]
}

/** The subject for the fields of a form; for a resource it is its name. */
export const formSubject = (key: string): string => `form:${key}`

type DisclosedResource = Pick<Resource, 'name' | 'confidential' | 'reveals'>

/**
 * A person's access to one field. A permission required by the declaration takes precedence over column rights. A field that `reveals`
 * another one is hidden unless that other one is readable.
 */
export function accessTo(resource: DisclosedResource, reader: Discloses, field: string): ColumnAccess {
  const isOpen = (resource.reveals?.[field] ?? []).every((other) => ['full', 'readOnly'].includes(ownAccess(resource, reader, other)))
  return isOpen ? ownAccess(resource, reader, field) : 'hidden'
}

function ownAccess({ name, confidential }: DisclosedResource, { permissions, columns }: Discloses, field: string): ColumnAccess {
  const needed = confidential?.[field]
  if (needed !== undefined && !permits(permissions, needed)) return 'hidden'
  return columns[name]?.[field] ?? 'full'
}

/** A copy of a value for one reader: hidden fields removed, masked ones reduced to their last characters, in rows too. */
export function disclosed<Value extends FormValue>(subject: DisclosedResource, reader: Discloses, value: Value): Value {
  return isWhole(subject, reader) ? value : (disclosedValue(value, (field) => accessTo(subject, reader, field)) as Value)
}

/**
 * A record for display: as `disclosed`, with `masked` texts reduced to their last characters. The resource's call `reveal` returns a masked
 * text in full and is audited; exports contain it in full.
 */
export function onScreen<Value extends FormValue>(resource: DisclosedResource & Pick<Resource, 'fields'>, reader: Discloses,
  value: Value): Value {
  const shown = disclosed(resource, reader, value)
  const numbers = Object.keys(shown).filter((name) => resource.fields[name]?.masked)
  return numbers.length === 0 ? shown : { ...shown, ...Object.fromEntries(numbers.map((name) => [name, masked(shown[name])])) }
}

/** Variant of `disclosed` with an access function by path. Returns the value itself where all of it is readable. */
export function disclosedValue(value: FormValue, access: (path: string) => ColumnAccess, table = ''): FormValue {
  let changed: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const shown = disclosedField({ key, inner: value[key], table }, access)
    if (shown === value[key]) continue
    changed ??= { ...value }
    if (shown === withheld) delete changed[key]
    else changed[key] = shown
  }
  return changed ?? value
}

const withheld = Symbol('withheld')

interface FieldOfValue {
  readonly key: string
  readonly inner: unknown
  /** The table's path with a dot, for a column; else empty. */
  readonly table: string
}

function disclosedField({ key, inner, table }: FieldOfValue, access: (path: string) => ColumnAccess): unknown {
  const allowed = access(table + key)
  if (allowed === 'hidden') return withheld
  if (allowed === 'masked') return masked(inner)
  return table === '' && isRows(inner) ? disclosedRows(inner, access, `${key}.`) : inner
}

function disclosedRows(rows: readonly unknown[], access: (path: string) => ColumnAccess, table: string): readonly unknown[] {
  const shown = rows.map((row) => (isRow(row) ? disclosedValue(row, access, table) : row))
  return shown.every((row, index) => row === rows[index]) ? rows : shown
}

/**
 * A resource for one reader: hidden fields are removed, masked ones cannot be filtered or sorted by, and read-only ones cannot be entered.
 * Lists, filters, exports, imports and dialogs are built from it.
 */
export function disclosedResource(resource: Resource, reader: Discloses): Resource {
  if (isWhole(resource, reader)) return resource
  const names = Object.keys(resource.fields)
  const having = (...accesses: readonly ColumnAccess[]) =>
    new Set(names.filter((name) => accesses.includes(accessTo(resource, reader, name))))
  const [hidden, unsearched, kept] = [having('hidden'), having('hidden', 'masked'), having('hidden', 'masked', 'readOnly')]
  const without = (left: ReadonlySet<string>, list: readonly string[]) => list.filter((name) => !left.has(name))
  return {
    ...resource,
    fields: Object.fromEntries(
      Object.entries(resource.fields).filter(([name]) => !hidden.has(name)).map((
        [name, field],
      ) => [name, kept.has(name) ? { ...field, readOnly: true } : field]),
    ),
    columns: without(hidden, resource.columns),
    filters: without(unsearched, resource.filters),
    search: without(unsearched, resource.search),
    sort: resource.sort.filter(({ field }) => !unsearched.has(field)),
    // Confidential columns cannot be sorted by; see `Resource.confidential`.
    confidential: { ...resource.confidential,
      ...Object.fromEntries([...unsearched].map((name) => [name, resource.confidential?.[name] ?? everything])) },
    ...(resource.optionFields && { optionFields: without(hidden, resource.optionFields) }),
    ...(resource.batch && { batch: without(kept, resource.batch) }),
    ...(resource.import && { import: { ...resource.import, columns: resource.import.columns.filter(({ field }) => !kept.has(field)) } }),
    ...(resource.export?.columns && { export: { columns: without(hidden, resource.export.columns) } }),
  }
}

/** The fields of a form without those hidden from a reader. */
export function disclosedFields(fields: Fields, access: (path: string) => ColumnAccess): Fields {
  const isOpen = (path: string) => access(path) !== 'hidden'
  return Object.fromEntries(
    Object.entries(fields).filter(([key]) => isOpen(key)).map((
      [key, field],
    ): [string, FieldDefinition] => [key, field.columns
      ? { ...field, columns: Object.fromEntries(Object.entries(field.columns).filter(([column]) => isOpen(`${key}.${column}`))) }
      : field]
    ),
  )
}

const masked = (
  inner: unknown,
): unknown => (typeof inner === 'string' && inner !== '' ? (isMaskedText(inner) ? inner : maskedText(inner)) : null)

const isWhole = ({ name, confidential }: DisclosedResource, { columns }: Discloses): boolean =>
  confidential === undefined && columns[name] === undefined

const isRows = (inner: unknown): inner is readonly unknown[] => Array.isArray(inner) && inner.some(isRow)

/** Combines the column rights of several roles: the widest access wins; a role that does not list a column has no effect on it. */
export function widestColumns(roles: readonly ColumnRights[]): ColumnRights {
  const all: Record<string, Record<string, ColumnAccess>> = {}
  for (const rights of roles) {
    for (const [subject, fields] of Object.entries(rights)) {
      const own = (all[subject] ??= {})
      for (const [field, access] of Object.entries(fields)) own[field] = wider(own[field] ?? access, access)
    }
  }
  return all
}

/** The narrower of two accesses that both apply. */
export const narrower = (one: ColumnAccess, other: ColumnAccess): ColumnAccess => (wider(one, other) === one ? other : one)

const wider = (one: ColumnAccess,
  other: ColumnAccess): ColumnAccess => (columnAccesses.indexOf(one) < columnAccesses.indexOf(other) ? one : other)
