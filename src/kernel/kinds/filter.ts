import { z, type ZodType } from 'zod'
import type { FieldDefinition } from '../fields.ts'
import type { FilterKind } from './kind.ts'
import { kindOf } from './registry.ts'

/** The way in which a list is filtered by a field; null when it is not. */
export function filterOf(field: FieldDefinition): FilterKind | null {
  return field.kind === 'calculated' ? calculatedFilter(field) : kindOf(field).filter
}

/** Entries of the longest list of wanted values. */
const mostWanted = 200

/**
 * The shape of a filter's value: `equals` true or false; `contains` a text; `range` [from, to] as the field's own texts or
 * numbers, either null, of a moment also its day; `oneOf` a list of wanted values. Null for a field that is not filtered by.
 */
export function filterSchema(field: FieldDefinition): ZodType | null {
  const filter = filterOf(field)
  if (filter === null) return null
  if (filter === 'equals') return z.boolean()
  if (filter === 'contains') return z.string().min(1).max(200)
  if (filter === 'oneOf') return z.array(z.string().min(1).max(100)).min(1).max(mostWanted)
  return z.tuple([boundOf(field), boundOf(field)])
}

/** The same also where it stands in an address: `true`, `a,b`, `from,to` with either side empty. */
export function addressSchema(filter: FilterKind | null, schema: ZodType): ZodType {
  if (filter === 'equals')
    return z.preprocess((value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value), schema)
  if (filter === 'oneOf') return z.preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), schema)
  if (filter === 'range') return z.preprocess((value) => (typeof value === 'string' ? sides(value) : value), schema)
  return schema
}

const sides = (text: string) => [text.split(',')[0] || null, text.split(',')[1] || null]

function calculatedFilter({ result }: FieldDefinition): FilterKind {
  if (result === 'text') return 'contains'
  return result === 'boolean' ? 'equals' : 'range'
}

/** A bound is a value of the kind without the field's own limits; moments are searched by days, which count as a whole, or exactly. */
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
