import { z } from 'zod'
import { kindOf } from '../../src/kernel/kinds/registry.ts'
import { fieldSchema } from '../../src/kernel/kinds/schema.ts'
import { bilingual } from '../../src/kernel/names.ts'
import type { Resource } from '../../src/kernel/resource.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import { type Column, columnsOf } from './columns.ts'

const id = z.string().min(1).max(64)

/** What a new record may carry: its writable fields, each by its kind; anything else is refused. */
export function newRecordSchema(resource: Resource): z.ZodType<FormValue> {
  const shape = writableColumns(resource).map((column) => [column.wire, demanded(column)] as const)
  return z.strictObject({ id: z.null().optional(), version: z.int().nullish(), ...Object.fromEntries(shape) })
}

/** A change: the fields that it names, of the version that the person saw. */
export function changeSchema(resource: Resource): z.ZodType<FormValue & { readonly id: string; readonly version: number }> {
  const shape = writableColumns(resource).map((column) => [column.wire, demanded(column).optional()] as const)
  return z.strictObject({ id, version: z.int().min(0), ...Object.fromEntries(shape) })
}

/** Columns whose values come from clients. */
const writableColumns = (resource: Resource): readonly Column[] =>
  [...columnsOf(resource).values()].filter(({ field }) => field && !field.system && !field.readOnly)

/** A field that is always required is neither absent nor empty; another may be either. */
function demanded({ field }: Column): z.ZodType {
  if (!field) throw new Error('A column without a field has no input')
  const schema = fieldSchema(field)
  if (field.required !== true) return schema
  const { empty, ask } = kindOf(field)
  return schema.superRefine((value, context) => {
    if (empty(value)) context.addIssue({ code: 'custom', message: ask ?? 'error.field.required', params: { code: ask, parameters: { label: bilingual(field) } } })
  })
}
