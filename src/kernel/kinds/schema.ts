import { z, type ZodObject, type ZodType } from 'zod'
import { memoize } from '../memoize.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import { checkedSchema } from './checked.ts'
import { kindOf } from './registry.ts'
import { filterOf } from './host-traits.ts'
import type { FilterKind } from './kind.ts'

/** The schema of a field's value; null and undefined are accepted. Made once for each field, since a form or record has several calls. */
export const fieldSchema: (field: FieldDefinition) => ZodType = memoize((field) => checkedSchema(field, kindOf(field)))

/** The schema of the value of a form or record. Refuses unknown keys, and keys that could reach a prototype. */
export const valueSchema: (fields: Fields) => ZodObject = memoize((fields) =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)])))
)

/** Maximum number of values in a `oneOf` filter. */
const mostWanted = 200

/**
 * The schema of a filter value. `equals`: true or false; `contains`: a text; `range`: [from, to] in the format of the field, either null,
 * for a datetime also dates; `oneOf`: a list of values. Null for a field that cannot be filtered by.
 */
export function filterSchema(field: FieldDefinition): ZodType | null {
  const filter = filterOf(field)
  if (filter === null) return null
  return filter === 'range' ? z.tuple([boundOf(field), boundOf(field)]) : filters[filter]
}

const filters = {
  equals: z.boolean(),
  contains: z.string().min(1).max(200),
  oneOf: z.array(z.string().min(1).max(100)).min(1).max(mostWanted),
} satisfies Partial<Record<FilterKind, ZodType>>

/** The schema of the filter in a query string: `true`, `a,b`, or `from,to` with either side empty. */
export function addressSchema(filter: FilterKind | null, schema: ZodType): ZodType {
  if (filter === 'equals')
    return z.preprocess((value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value), schema)
  if (filter === 'oneOf') return z.preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), schema)
  if (filter === 'range') return z.preprocess((value) => (typeof value === 'string' ? sides(value) : value), schema)
  return schema
}

const sides = (text: string) => [text.split(',')[0] || null, text.split(',')[1] || null]

/** The schema of a range bound, without the field's own limits. A datetime is bounded by whole days or exact times. */
function boundOf(field: FieldDefinition): ZodType {
  const exact = valueOf(boundField(field), field)
  return (field.kind === 'datetime' ? z.union([valueOf({ kind: 'date' }, field), exact]) : exact).nullable()
}

function valueOf(bound: Pick<FieldDefinition, 'kind'>, field: FieldDefinition): ZodType {
  const kind = kindOf(bound)
  return kind.shape(field).refine((value) => kind.faults(value, field).every((fault) => fault.limit === true || tolerated.has(fault.code)))
}

const tolerated: ReadonlySet<string> = new Set(['field.decimals'])

function boundField({ kind, result }: FieldDefinition): Pick<FieldDefinition, 'kind'> {
  if (kind === 'daterange' || result === 'date') return { kind: 'date' }
  return kind === 'calculated' ? { kind: 'number' } : { kind }
}
