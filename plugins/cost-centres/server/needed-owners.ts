import type { ApproverRule, Block } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { kindAt } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** A cost centre whose owner a flow is certain to ask, and where it stands in the form. */
export interface NeededOwner {
  readonly field: string
  readonly costCenter: string
}

/**
 * The cost centres whose owners approve on every path through the flow. What stands behind a condition is the engine's
 * to resolve: it refuses an owner who is missing there when the condition holds.
 */
export function neededOwners(form: Form, value: FormValue): NeededOwner[] {
  const paths = new Set(form.flow.steps.flatMap(certainRules).flatMap(ownerFields))
  return [...paths].filter((path) => kindAt(form.fields, path) === 'costCenter').flatMap((path) => valuesAt(value, path))
}

function certainRules(block: Block): ApproverRule[] {
  if (block.block === 'approve') return block.when === undefined ? [block.by] : []
  return block.block === 'parallel' ? block.branches.flat().flatMap(certainRules) : []
}

function ownerFields(rule: ApproverRule): string[] {
  if (rule.rule === 'ownerOf') return [rule.field]
  return rule.rule === 'both' ? rule.parts.flatMap(ownerFields) : []
}

/** `items.costCenter` names every row's value. */
function valuesAt(value: FormValue, path: string): NeededOwner[] {
  const [key = '', column] = path.split('.')
  if (column === undefined) return needed(value[key], key)
  const rows = Array.isArray(value[key]) ? (value[key] as readonly FormValue[]) : []
  return rows.flatMap((row, index) => needed(row[column], `${key}.${index}.${column}`))
}

const needed = (id: unknown, field: string): NeededOwner[] => (typeof id === 'string' && id !== '' ? [{ field, costCenter: id }] : [])
