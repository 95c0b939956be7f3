import { FeelError } from '../feel/feel.ts'
import type { Feel, FieldDefinition, Fields } from '../fields.ts'
import { kindOf } from '../kinds/registry.ts'
import { bearingDepartments } from '../fields/roles.ts'
import { rmbNames, rowKeys, rowNames } from '../evaluate/plan/context-names.ts'
import { type Formula, formula } from '../evaluate/plan/formula.ts'
import { type Finding, finding, unknown } from './problem.ts'

/** The context of an expression, which determines the names that it may use. */
export interface ExpressionScope {
  readonly fields: Fields
  /** Key of the table whose rows the expression is evaluated for; absent for the header. */
  readonly table?: string
  /** Further names that are in scope, such as `option` or `currentUser`. */
  readonly extra?: readonly string[]
}

/** Names that the host adds to the scope of a flow: the departments that bear the cost, and the initiator. */
export const flowNames = [bearingDepartments, 'createBy'] as const

/** Names that defaults may use in addition to the fields. */
export const defaultNames = ['currentUser'] as const

const name = { cn: '字段或名称', en: 'field or name' }
const column = { cn: '列', en: 'column' }

/** Checks an expression: it parses, and every name, path and implicit name in it exists. */
export function expressionFindings(source: Feel, scope: ExpressionScope, where: string): Finding[] {
  const names = namesIn(scope)
  try {
    const compiled = formula(source, [...names])
    return [
      ...unknown([...compiled.expression.names], (candidate) => names.has(candidate), { where, what: name }),
      ...pathFindings(compiled, scope, where),
      ...implicitFindings(compiled, scope, where),
    ]
  } catch (error) {
    if (!(error instanceof FeelError)) throw error
    return [{ where, text: error.text }]
  }
}

function namesIn({ fields, table, extra = [] }: ExpressionScope): ReadonlySet<string> {
  const own = table === undefined ? [] : [...rowNames, ...rowKeys, ...Object.keys(columnsOf(fields, table))]
  return new Set([...Object.keys(fields), ...Object.keys(rmbNames(fields)), ...extra, ...own])
}

const columnsOf = (fields: Fields, table: string): Fields => (Object.hasOwn(fields, table) ? (fields[table]?.columns ?? {}) : {})

function pathFindings({ expression }: Formula, scope: ExpressionScope, where: string): Finding[] {
  return expression.paths.flatMap((path) => stepFindings(path, scope, where))
}

/** Checks a path step by step: `header` and `item`, then a table, then its columns or an attribute of a record. */
function stepFindings(path: readonly string[], scope: ExpressionScope, where: string): Finding[] {
  const { fields, table } = scope
  if (table !== undefined) return rowFindings(path, { fields, table }, where)
  return Object.hasOwn(fields, path[0] ?? '') ? headerFindings(path, fields, where) : []
}

function rowFindings(path: readonly string[], { fields, table }: { fields: Fields; table: string }, where: string): Finding[] {
  const [first = '', second, third] = path
  const columns = columnsOf(fields, table)
  if (first === 'header') return second === undefined ? [] : headerFindings(path.slice(1), fields, where)
  if (first === 'item') return columnFindings(columns, second, { attribute: third, where })
  if (Object.hasOwn(columns, first)) return columnFindings(columns, first, { attribute: second, where })
  return stepFindings(path, { fields }, where)
}

function headerFindings([first = '', second, third]: readonly string[], fields: Fields, where: string): Finding[] {
  const field = Object.hasOwn(fields, first) ? fields[first] : undefined
  if (!field) return first in rmbNames(fields) ? [] : unknown([first], () => false, { where, what: name })
  return field.kind === 'table'
    ? columnFindings(field.columns ?? {}, second, { attribute: third, where })
    : attributeFindings(field, second, where)
}

function columnFindings(columns: Fields, key: string | undefined,
  { attribute, where }: { attribute: string | undefined; where: string }): Finding[] {
  if (key === undefined || isRowKey(key)) return []
  const definition = Object.hasOwn(columns, key) ? columns[key] : undefined
  return definition ? attributeFindings(definition, attribute, where) : unknown([key], () => false, { where, what: column })
}

const isRowKey = (key: string): boolean => rowKeys.some((known) => known === key)

function attributeFindings(field: FieldDefinition, attribute: string | undefined, where: string): Finding[] {
  if (attribute === undefined || kindOf(field).hasAttributes) return []
  const { cn, en } = field
  return [finding(where, `“${cn}”没有属性“${attribute}”`, `“${en}” has no attribute “${attribute}”`)]
}

/** Checks names inside filters: a column of the filtered table, or a name of the outer scope. Entries of other lists are not known. */
function implicitFindings({ expression }: Formula, scope: ExpressionScope, where: string): Finding[] {
  const names = namesIn(scope)
  return expression.implicit.flatMap(({ name: used, within }) => {
    const path = within[0] === 'header' ? within.slice(1) : within
    const field = path.length === 1 && Object.hasOwn(scope.fields, path[0] ?? '') ? scope.fields[path[0] ?? ''] : undefined
    if (field?.kind !== 'table') return []
    return unknown([used], (candidate) => isRowKey(candidate) || Object.hasOwn(field.columns ?? {}, candidate) || names.has(candidate), {
      where,
      what: column,
    })
  })
}
