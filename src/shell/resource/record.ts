import type { BaseRecord } from '@refinedev/core'
import { callsOf } from '#providers/calls.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Resource } from '#kernel/resource.ts'

export interface StoredRecord extends BaseRecord {
  readonly id: string
  /** Grows with every change; a change names the version it was made on. */
  readonly version?: number
  readonly [field: string]: unknown
}

/** A resource's name for Refine: the path of its calls. */
export const refineName = (resource: Pick<Resource, 'base' | 'name' | 'calls'>): string => callsOf(resource).write.replace(/^\//, '')

/** The name of a record for people. */
export const nameOfRecord = (resource: Resource, record: StoredRecord): string => String(record[resource.key] ?? record.id)

/** Fields that a person may enter, in their order; what the server sets is not among them. */
export const enterableFields = (resource: Resource): readonly (readonly [string, FieldDefinition])[] =>
  Object.entries<FieldDefinition>(resource.fields).filter(([, field]) => !field.system && !field.readOnly)
