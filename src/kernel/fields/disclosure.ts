import { isRow } from '../evaluate/rows.ts'
import type { FieldDefinition, FieldKind, Fields } from '../fields.ts'
import { isMaskedText, maskedText } from '../values/masked-text.ts'
import { everything, permits, type Permission } from '../permissions.ts'
import type { Resource } from '../resource.ts'
import type { FormValue } from '../values/value.ts'

/** The access of a person to a column, from the widest: read and entered, read only, its last characters, nothing. */
export const columnAccesses = ['full', 'readOnly', 'masked', 'hidden'] as const
export type ColumnAccess = (typeof columnAccesses)[number]

/**
 * By subject ({@link formSubject}, or the name of a resource) and field (`items.amount` for a column of a row table); what is not named is
 * `full`.
 */
export type ColumnRights = Readonly<Record<string, Readonly<Record<string, ColumnAccess>>>>

/** The facts on which a person's column access depends. */
export interface Discloses {
  readonly permissions: ReadonlySet<Permission>
  readonly columns: ColumnRights
}

/** The same of a document, whose confidential fields go by the roles of their reader. */
export interface DisclosesDocuments extends Discloses {
  readonly roles: readonly string[]
}

/** The subject of a form's fields; a resource's is its name. */
export const formSubject = (key: string): string => `form:${key}`

type DisclosedResource = Pick<Resource, 'name' | 'confidential' | 'reveals'>

/**
 * The access of a person to one field. A permission that the declaration asks for goes before their roles; what reveals a field that they
 * are not shown is hidden with it.
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

/** A value as somebody is shown it: hidden fields are left out, masked ones end in their last characters; rows of tables alike. */
export function disclosed<Value extends FormValue>(subject: DisclosedResource, reader: Discloses, value: Value): Value {
  return isWhole(subject, reader) ? value : (disclosedValue(value, (field) => accessTo(subject, reader, field)) as Value)
}

/**
 * A record as the screen shows it: as `disclosed`, and of its `masked` texts the last characters only. The resource's call `reveal` answers
 * the whole of one, which the audit log notes; exports hold it whole.
 */
export function onScreen<Value extends FormValue>(resource: DisclosedResource & Pick<Resource, 'fields'>, reader: Discloses,
  value: Value): Value {
  const shown = disclosed(resource, reader, value)
  const numbers = Object.keys(shown).filter((name) => resource.fields[name]?.masked)
  return numbers.length === 0 ? shown : { ...shown, ...Object.fromEntries(numbers.map((name) => [name, masked(shown[name])])) }
}

/** The same by a function of the field's path. */
export function disclosedValue(value: FormValue, access: (path: string) => ColumnAccess, table = ''): FormValue {
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => {
    const path = table + key
    const allowed = access(path)
    if (allowed === 'hidden') return []
    if (allowed === 'masked') return [[key, masked(inner)]]
    return [[key, table === '' && isRows(inner) ? inner.map((row) => (isRow(row) ? disclosedValue(row, access, `${key}.`) : row)) : inner]]
  }))
}

/**
 * A resource as somebody knows it: hidden fields are not in it, masked ones are shown but neither found nor ordered by, and
 * what may only be read is not entered. Lists, filters, exports, imports and dialogs are made from it.
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

/** Fields of a form, without what somebody is not shown. */
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

/** Kinds whose values are texts, so that a part of one says something. */
export const maskedKinds: ReadonlySet<FieldKind> = new Set(['text', 'textarea'])

const masked = (
  inner: unknown,
): unknown => (typeof inner === 'string' && inner !== '' ? (isMaskedText(inner) ? inner : maskedText(inner)) : null)

const isWhole = ({ name, confidential }: DisclosedResource, { columns }: Discloses): boolean =>
  confidential === undefined && columns[name] === undefined

const isRows = (inner: unknown): inner is readonly unknown[] => Array.isArray(inner) && inner.some(isRow)

/** The widest of what several roles say of each column; a role that says nothing of it has no say. */
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

/** Of two that both apply. */
export const narrower = (one: ColumnAccess, other: ColumnAccess): ColumnAccess => (wider(one, other) === one ? other : one)

const wider = (one: ColumnAccess,
  other: ColumnAccess): ColumnAccess => (columnAccesses.indexOf(one) < columnAccesses.indexOf(other) ? one : other)
