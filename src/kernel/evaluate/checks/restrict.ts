import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rowKeys } from '../plan/context-names.ts'
import { editableFields } from '../access/editable.ts'
import { isOthers, ownTables } from '../access/own-rows.ts'
import { isRow, own, rowIdOf, rowsAt } from '../rows.ts'

/** The point at which a person acts: `start` or a node, and the people whose rows they fill in there. */
export interface ActionPoint extends Pick<FormFacts, 'actsFor'> {
  readonly at: string
}

/**
 * Returns the stored value with those changes of an incoming one that may be made at `start` or at a node: everything else is cut, unknown
 * keys among them. A key that is absent from `incoming` stays as it is. Rows are matched by `rowId`; they are added and removed only where
 * the table itself is editable. Rows of others stay as they are.
 */
export function restrict(form: Form, acting: string | ActionPoint, before: FormValue, incoming: FormValue): FormValue {
  const { at, actsFor } = typeof acting === 'string' ? { at: acting } : acting
  const owners = ownTables(form, at)
  const editable = editableFields(form, at)
  const anew = at === 'start'
  const result: Record<string, unknown> = anew ? {} : { ...before }
  for (const [key, field] of Object.entries(form.fields)) {
    const kept = field.kind === 'table'
      ? restrictTable(key, field, { before, incoming, editable, anew, ...ownershipOf(owners.get(key), actsFor) })
      : pick(key, before, editable(key) ? incoming : {})
    if (kept !== undefined) result[key] = kept
  }
  return result
}

interface RestrictContext {
  readonly before: FormValue
  readonly incoming: FormValue
  readonly editable: (path: string) => boolean
  /** Filed anew, a document leaves behind what its form no longer declares; under approval it is kept. */
  readonly anew: boolean
}

interface Ownership {
  /** Column that says whose a row is, where that decides; it stays as it is in rows that are there. */
  readonly owner: string | undefined
  /** Returns whether a row is somebody else's. */
  readonly others: (row: FormValue) => boolean
}

const ownershipOf = (owner: string | undefined, actsFor: readonly string[] = []): Ownership => ({ owner,
  others: (row) => owner !== undefined && isOthers(own(row, owner), { actsFor }) })

function pick(key: string, before: FormValue, incoming: FormValue): unknown {
  return Object.hasOwn(incoming, key) && incoming[key] !== undefined ? incoming[key] : own(before, key)
}

function restrictTable(key: string, field: FieldDefinition,
  { before, incoming, editable, anew, owner, others }: RestrictContext & Ownership): unknown {
  const entered = own(incoming, key)
  if (entered === undefined) return own(before, key)
  const columns = Object.keys(field.columns ?? {}).map((column) => ({ column, writable: editable(`${key}.${column}`) }))
  const known = byRowId(rowsAt(before, key))
  const keys = field.takes ? rowKeys : (['rowId'] as const)
  if (editable(key)) {
    if (!Array.isArray(entered)) return entered
    const kept = columns.map(({ column, writable }) => ({ column, writable: writable && column !== owner }))
    const merged = entered.map((row: unknown) => {
      if (!isRow(row)) return row
      const stored = known.get(rowIdOf(row) ?? '')
      return mergeRow(stored ? kept : columns, stored ?? {}, { incoming: row, anew, keys })
    })
    return withOthers(rowsAt(before, key).filter(others), merged, { known, others })
  }
  if (!Array.isArray(entered) || columns.every(({ writable }) => !writable)) return own(before, key)
  const changes = byRowId(rowsAt(incoming, key))
  return keepRows(own(before, key),
    (row) => others(row) ? row : mergeRow(columns, row, { incoming: changes.get(rowIdOf(row) ?? '') ?? {}, anew, keys }))
}

/** The rows of others as they stand, and of what comes in those that belong to who acts, before and after. */
function withOthers(kept: readonly FormValue[], merged: readonly unknown[],
  { known, others }: { known: ReadonlyMap<string, FormValue>; others: Ownership['others'] }): readonly unknown[] {
  const isTheirs = (row: unknown) => !isRow(row) || !others(known.get(rowIdOf(row) ?? '') ?? row)
  return kept.length === 0 && merged.every(isTheirs) ? merged : [...kept, ...merged.filter(isTheirs)]
}

function keepRows(rows: unknown, merge: (row: FormValue) => FormValue): unknown {
  return Array.isArray(rows) ? rows.map((row: unknown) => (isRow(row) && rowIdOf(row) !== undefined ? merge(row) : row)) : rows
}

const byRowId = (rows: readonly FormValue[]): ReadonlyMap<string, FormValue> =>
  new Map(rows.flatMap((row) => (rowIdOf(row) === undefined ? [] : [[rowIdOf(row) ?? '', row] as const])))

function mergeRow(
  columns: readonly { column: string; writable: boolean }[],
  before: FormValue,
  { incoming, anew, keys }: { incoming: FormValue; anew: boolean; keys: readonly string[] },
): FormValue {
  const row: Record<string, unknown> = anew ? {} : { ...before }
  Object.assign(row, keysOf(before, anew ? incoming : { rowId: own(incoming, 'rowId') }, keys))
  for (const { column, writable } of columns) {
    const value = pick(column, before, writable ? incoming : {})
    if (value !== undefined) row[column] = value
  }
  return row
}

/** Attributes of a row beside its columns: once there, they stay. */
function keysOf(before: FormValue, incoming: FormValue, keys: readonly string[]): FormValue {
  const held = keys.map((key) => [key, own(before, key) ?? own(incoming, key)] as const)
  return Object.fromEntries(held.filter(([, value]) => value !== undefined && value !== null))
}
