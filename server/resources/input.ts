import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type ResourceColumn, columnsOf } from './columns.ts'
import { versionInput } from '#server/http/version-input.ts'

const id = z.string().min(1).max(64)

/** A record sent by a client. */
export type RecordInput = FormValue & {
  /** Codes of the questions that the person has confirmed. */
  readonly confirmed?: readonly string[]
}

const confirmed = z.array(z.string().max(60)).max(20).optional()

/** The schema of a new record: its writable fields by kind, including all unconditionally required ones; other fields are refused. */
export function newRecordSchema(resource: Resource): z.ZodType<RecordInput> {
  const columns = writableColumns(resource)
  return z.strictObject({ id: z.null().optional(), version: versionInput.nullish(), confirmed, ...shapeOf(columns) }).superRefine((
    value: FormValue,
    context,
  ) => demand(columns, value, context))
}

/** The schema of a change: the changed fields, and the version that the person edited. */
export function changeSchema(resource: Resource): z.ZodType<RecordInput & { readonly id: string; readonly version: number }> {
  const columns = writableColumns(resource)
  return z.strictObject({ id, version: versionInput, confirmed, ...shapeOf(columns) }).superRefine((value: FormValue, context) =>
    demand(columns.filter(({ wire }) => wire in value), value, context)
  )
}

interface Writable extends ResourceColumn {
  readonly field: FieldDefinition
}

/** Columns that clients may write. */
const writableColumns = (resource: Resource): readonly Writable[] =>
  [...columnsOf(resource).values()].flatMap((
    column,
  ) => (column.field && !column.field.system && !column.field.readOnly ? [{ ...column, field: column.field }] : []))

const shapeOf = (columns: readonly Writable[]) => Object.fromEntries(columns.map(({ wire, field }) => [wire, fieldSchema(field)] as const))

/** Demands that unconditionally required fields are not empty. */
function demand(columns: readonly Writable[], value: FormValue, context: z.RefinementCtx) {
  for (const { wire, field } of columns) {
    const { empty, ask } = kindOf(field)
    if (field.required !== true || !empty(value[wire])) continue
    context.addIssue({ code: 'custom', path: [wire], message: ask ?? 'error.field.required',
      params: { parameters: { label: bilingual(field) } } })
  }
}
