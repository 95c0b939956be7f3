import { editableFields } from '#kernel/evaluate/access/editable.ts'
import { type FieldDefinition, waitsFor } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

const known = new WeakMap<Form, Map<string, boolean>>()

/**
 * Returns whether passing a node can change the value or be refused for it: the approver sent fields, or the node has requirements.
 * Otherwise the value is not validated again.
 */
export function concernsValue(form: Form, node: string, incoming: FormValue): boolean {
  return Object.keys(incoming).some((key) => key in form.fields) || asks(form, node)
}

function asks(form: Form, node: string): boolean {
  const nodes = known.get(form) ?? known.set(form, new Map()).get(form)!
  let answer = nodes.get(node)
  if (answer === undefined) nodes.set(node, answer = hasRule(form, node) || hasWish(form, node))
  return answer
}

const hasRule = ({ rules, figures = [] }: Form, node: string) => [...rules, ...figures].some(({ at }) => at?.includes(node))

/** Returns whether a field is filled in here, by the approver or by a default. */
function hasWish(form: Form, node: string): boolean {
  const editable = editableFields(form, node)
  const wishes = (path: string, { atNode, required, requiredAt, default: proposed }: FieldDefinition) =>
    editable(path) && (waitsFor({ atNode }, node) || required !== undefined || requiredAt?.[node] !== undefined || proposed !== undefined)
  return Object.entries(form.fields).some(([key, field]) =>
    wishes(key, field) || Object.entries(field.columns ?? {}).some(([column, definition]) => wishes(`${key}.${column}`, definition))
  )
}
