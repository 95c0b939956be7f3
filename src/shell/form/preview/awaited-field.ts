import { bearingDepartments, pathsAs } from '#kernel/fields/roles.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { ApproverRule } from '#kernel/flow.ts'
import { approvalNode, simpleRules } from '#kernel/flow/flow-nodes.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** The first empty field of the form that decides who a node's people are; undefined where none is empty. */
export function awaitedField(form: Form, value: FormValue, nodeId: string): FieldDefinition | undefined {
  const rule = approvalNode(form.flow, nodeId)?.by
  const paths = rule
    ? pathsOf(rule).flatMap((path) => (path === bearingDepartments ? pathsAs(form.fields, 'bearingDepartment') : [path]))
    : []
  return paths.map((path) => emptyAt(form, value, path)).find((field) => field !== undefined)
}

function emptyAt(form: Form, value: FormValue, path: string): FieldDefinition | undefined {
  const [name = '', column] = path.split('.')
  const field = form.fields[name]
  if (!field || field.system) return undefined
  if (column === undefined) return isEmpty(field, value[name]) ? field : undefined
  return emptyColumn(field.columns?.[column], rowsAt(value, name).map((row) => row[column]))
}

const emptyColumn = (column: FieldDefinition | undefined, cells: readonly unknown[]): FieldDefinition | undefined =>
  column && (cells.length === 0 || cells.some((held) => isEmpty(column, held))) ? column : undefined

const isEmpty = (field: FieldDefinition, held: unknown): boolean => kindOf(field).empty(held ?? null)

const pathsOf = (rule: ApproverRule): readonly string[] =>
  simpleRules(rule).flatMap((each) => {
    if (each.rule === 'role') return each.scope ?? []
    return 'field' in each ? (each.field ?? []) : []
  })
