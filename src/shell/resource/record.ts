import type { BaseRecord } from '@refinedev/core'
import { callsOf } from '#providers/data.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Resource } from '#kernel/resource.ts'

export interface StoredRecord extends BaseRecord {
  readonly id: string
  /** Increases with every change; an update sends the version that was read. */
  readonly version?: number
  readonly [field: string]: unknown
}

/** Refine's name of a resource: the path of its API. */
export const refineName = (resource: Pick<Resource, 'base' | 'name' | 'calls'>): string => callsOf(resource).write.replace(/^\//, '')

/** The display name of a record. */
export const nameOfRecord = (resource: Resource, record: StoredRecord): string => String(record[resource.key] ?? record.id)

/** Fields that a person may enter, in declared order, without those set by the server. */
export const enterableFields = (resource: Resource): readonly (readonly [string, FieldDefinition])[] =>
  Object.entries<FieldDefinition>(resource.fields).filter(([, field]) => !field.system && !field.readOnly)
