import type { FieldDefinition } from '../../kernel/fields.ts'
import type { Resource } from '../../kernel/resource.ts'
import { enterableFields, type StoredRecord } from './record.ts'

export type RecordValue = Readonly<Record<string, unknown>>

/** What the dialog starts with: the record's own values, or the declared constants for a new one. */
export function startValue(resource: Resource, record: StoredRecord | undefined): RecordValue {
  const fields = enterableFields(resource)
  return Object.fromEntries(fields.map(([name, field]) => [name, record ? (record[name] ?? null) : constantOf(field)]))
}

/** Fields that must be there and are not. */
export const missingFields = (resource: Resource, value: RecordValue): readonly (readonly [string, FieldDefinition])[] =>
  enterableFields(resource).filter(([name, field]) => field.required === true && isNothing(value[name]))

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A default is an expression; the server evaluates it, the dialog shows those that are plain constants. */
function constantOf({ default: expression }: FieldDefinition): unknown {
  if (expression === undefined) return null
  try {
    return JSON.parse(expression) as unknown
  } catch {
    return null
  }
}
