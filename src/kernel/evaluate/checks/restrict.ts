import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rowKeys } from '../plan/context-names.ts'
import { editableFields, isOthers, ownTables } from '../access/editable.ts'
import { isRow, own, rowIdOf, rowsAt } from '../rows.ts'

/** The moment of an action: `start` or a node, and the people whose rows the user fills in there. */
export interface ActionPoint extends Pick<FormFacts, 'actsFor'> {
  readonly at: string
}

/**
 * Merges an incoming value into the stored one, keeping only the changes that are editable at `start` or at a node; all other changes and
 * unknown keys are dropped. A key that is absent from `incoming` keeps its value. Rows are matched by `rowId`; they are added and removed
 * only where the table is editable. Rows owned by other people are kept unchanged.
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
  /** At the start, keys that the form no longer declares are dropped; under approval they are kept. */
  readonly anew: boolean
}

interface Ownership {
  /** Key of the column that names the owner of a row, if rows are owned here. It is read-only in existing rows. */
  readonly owner: string | undefined
  /** Returns whether a row is owned by another person. */
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

/** Other people's rows unchanged, followed by the incoming rows that are the user's both before and after. */
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

/** Row attributes that are not columns: write-once. */
function keysOf(before: FormValue, incoming: FormValue, keys: readonly string[]): FormValue {
  const held = keys.map((key) => [key, own(before, key) ?? own(incoming, key)] as const)
  return Object.fromEntries(held.filter(([, value]) => value !== undefined && value !== null))
}
