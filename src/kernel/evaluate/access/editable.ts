import { type FieldDefinition, waitsFor } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Holds } from '#kernel/kinds/kind.ts'
import { approvalNode, nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import { memoize } from '#kernel/memoize.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { columnPath, fieldAt, parsePath, pathsOf } from '../path.ts'

/**
 * Returns a predicate that tells whether a path may be written at `start` or at a node. `items` means adding and removing rows;
 * `items.amount` (or `items.2.amount`) means the column in existing rows.
 *
 * Derived fields are never writable. Fields that are read-only or set by the server are writable only where their own declaration
 * (`editAt`) allows it; the `edits` of a flow do not open them.
 */
export function editableFields(form: Form, at: string): (path: string) => boolean {
  const moments = editable.get(form) ?? new Map<string, (path: string) => boolean>()
  editable.set(form, moments)
  let answer = moments.get(at)
  if (answer === undefined) moments.set(at, answer = editableAt(form, at))
  return answer
}

/** Predicates by form and moment. Forms are immutable, so entries never expire. */
const editable = new WeakMap<Form, Map<string, (path: string) => boolean>>()

function editableAt(form: Form, at: string): (path: string) => boolean {
  const known = new Map<string, boolean>()
  const opened = new Set(at === 'start' ? [] : (approvalNode(form.flow, at)?.edits ?? []))
  return (path) => {
    const found = known.get(path)
    if (found !== undefined) return found
    const column = columnPath(path)
    let editable = known.get(column)
    if (editable === undefined) known.set(column, editable = isEditable(form, column, { at, opened }))
    return editable
  }
}

interface NodeAccess {
  readonly at: string
  readonly opened: ReadonlySet<string>
}

function isEditable(form: Form, path: string, moment: NodeAccess): boolean {
  const field = fieldAt(form.fields, path)
  if (!field || !isEntered(field)) return false
  if (isDeclaredAt(field, moment.at)) return true
  return !field.system && !field.readOnly && isOpen(form, path, { ...moment, waits: field.atNode !== undefined })
}

/**
 * A column is open if its table is, a field is open at the start; neither while it waits for a later node. `edits` of the flow open either.
 */
function isOpen(form: Form, path: string, moment: NodeAccess & { waits: boolean }): boolean {
  const { key, column } = parsePath(path)
  const surrounding = column === undefined ? moment.at === 'start' : isEditable(form, key, moment)
  return (surrounding && !moment.waits) || moment.opened.has(path)
}

const isEntered = (field: FieldDefinition): boolean => field.value === undefined && !notEntered.has(kindOf(field).holds)

const notEntered: ReadonlySet<Holds> = new Set(['result', 'nothing'])

const isDeclaredAt = (field: FieldDefinition, at: string): boolean => field.editAt?.includes(at) === true || waitsFor(field, at)

/** Tables of which each approver at a node fills in only their own rows: table key → key of the owner column. */
export type OwnTables = ReadonlyMap<string, string>

const none: OwnTables = new Map()

/** The tables with owned rows at a node; empty at the start, where the initiator fills in every row. */
export const ownTables = (form: Form, at: string | undefined): OwnTables => (at === undefined ? undefined : tablesOf(form).get(at)) ?? none

const tablesOf: (form: Form) => ReadonlyMap<string, OwnTables> = memoize((form) => {
  const ownedAt = (node: string): OwnTables =>
    new Map(Object.entries(form.fields).flatMap(([key, { owner }]) => {
      const column = typeof owner === 'object' ? owner[node] : owner
      return column === undefined ? [] : [[key, column]]
    }))
  return new Map(
    nodesOf(form.flow).flatMap(({ id, ...node }) => (node.block === 'approve' && node.rows === 'own' ? [[id, ownedAt(id)]] : [])),
  )
})

/** Returns whether a row's owner is none of the people for whom the current user acts. */
export const isOthers = (person: unknown, { actsFor = [] }: Pick<FormFacts, 'actsFor'>): boolean =>
  typeof person !== 'string' || !actsFor.includes(person)

/** Paths of the fields that are editable at a node: `remark`, `items.price`. */
export const editablePaths = (form: Form, at: string): string[] => pathsOf(form.fields).filter(editableFields(form, at))
