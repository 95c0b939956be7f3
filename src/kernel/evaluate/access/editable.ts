import { type FieldDefinition, waitsFor } from '#kernel/fields.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import { columnPath, fieldAt, parsePath } from '../path.ts'

/**
 * Returns whether a path may be written at `start` or at a node. `items` says whether rows may be added and removed, `items.amount` (or
 * `items.2.amount`) whether the column may be written in rows that are there.
 *
 * Derived fields never may. What is read-only or set by the server opens only where its own declaration (`editAt`) says so;
 * a flow's `edits` cannot open it.
 */
export function editableFields(form: Form, at: string): (path: string) => boolean {
  const moments = editable.get(form) ?? new Map<string, (path: string) => boolean>()
  editable.set(form, moments)
  let answer = moments.get(at)
  if (answer === undefined) moments.set(at, answer = editableAt(form, at))
  return answer
}

/** Answers of each form at each moment: a form does not change. */
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

/** A column is open with its table, a field at the start unless it waits for its node, and either where the flow says so. */
function isOpen(form: Form, path: string, moment: NodeAccess & { waits: boolean }): boolean {
  const { key, column } = parsePath(path)
  const surrounding = column === undefined ? moment.at === 'start' : isEditable(form, key, moment)
  return (surrounding && !moment.waits) || moment.opened.has(path)
}

const isEntered = ({ kind, value }: FieldDefinition): boolean =>
  value === undefined && kind !== 'calculated' && kind !== 'title' && kind !== 'plaintext'

const isDeclaredAt = (field: FieldDefinition, at: string): boolean => field.editAt?.includes(at) === true || waitsFor(field, at)
