import { bilingual } from '#kernel/wording/names.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { Resource } from '#kernel/resource.ts'
import { sqlState } from '#server/database/errors.ts'
import { type ResourceColumn, columnsOf } from './columns.ts'
import type { RecordRules } from './rules.ts'

/**
 * The refusal of a constraint to a person: its own rule, a value that another record has (at the field),
 * or a record that others refer to; the constraint's error is its cause. Anything else is thrown on as it is.
 */
export function refusalOf(error: unknown, resource: Resource, rules: RecordRules): unknown {
  const refusal = meaningOf(error, resource, rules)
  return refusal ? Object.assign(refusal, { cause: error }) : error
}

function meaningOf(error: unknown, resource: Resource, rules: RecordRules): Refused | undefined {
  const rule = rules.constraints?.[textOf(error, 'constraint')]
  if (rule) return new Refused(rule.code, {}, rule.fields.map((field) => ({ field, code: rule.code })))
  const state = sqlState(error)
  if (state === '23505') return duplicate(textOf(error, 'detail'), resource)
  if (state === '23502') return absent(textOf(error, 'column'), resource)
  if (state === '23503') return foreign(textOf(error, 'detail'), resource)
  return undefined
}

/** A value is missing that the table requires: the field says so. */
function absent(name: string, resource: Resource): Refused {
  const column = [...columnsOf(resource).values()].find((each) => each.name === name)
  return new Refused('error.invalidInput', {}, column ? [{ field: column.wire, code: 'error.field.required' }] : [])
}

/** A repeated id is a repeated key: only an id that is made of the key can repeat. */
function duplicate(detail: string, resource: Resource): Refused {
  const columns = columnsOf(resource)
  const repeated = mentioned(detail, resource).map((column) => (column.wire === 'id' ? (columns.get(resource.key) ?? column) : column))
  const fields = repeated.map(
    ({ wire, field }): FieldProblem => ({
      field: wire,
      code: 'error.duplicate',
      parameters: { label: field ? bilingual(field) : wire },
      message: field && { cn: `${field.cn}已存在`, en: `${field.en} already exists` },
    }),
  )
  return new Refused('error.invalidInput', {}, fields)
}

/** Either a field points at nothing, or the record is pointed at. */
function foreign(detail: string, resource: Resource): Refused {
  const fields = mentioned(detail, resource).filter(({ wire }) => wire !== 'id')
  if (fields.length === 0 || detail.includes('is still referenced')) return new Refused('error.inUse')
  return new Refused('error.invalidInput', {}, fields.map(({ wire }) => ({ field: wire, code: 'error.field.choice' })))
}

/** `Key (year_month, currency)=(2026-11, USD) …`: the columns in the first brackets. */
function mentioned(detail: string, resource: Resource): ResourceColumn[] {
  const names = new Set(/\(([^=]*)\)=\(/.exec(detail)?.[1]?.match(/\w+/g) ?? [])
  return [...columnsOf(resource).values()].filter(({ name }) => names.has(name))
}

function textOf(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
