import { z } from 'zod'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { feelIds } from '../from-feel.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from '../kind.ts'
import { referenceContext, referenceName, referenceWords } from '../references/reference.ts'
import { idFaults, idShape } from './reference-family.ts'

export interface ListFamily {
  readonly attributes: KindMeaning['attributes']
  readonly ask?: KindMeaning['ask']
  readonly defaultMax: number
  readonly tooMany: string
  readonly tooFew: string
  readonly factFaults?: (ids: readonly string[], field: FieldDefinition, facts: Pick<FormFacts, 'reference'>) => readonly Fault[]
}

/** Kinds whose value is a list of distinct record ids. */
export function idListKind(family: ListFamily): KindMeaning {
  return {
    attributes: family.attributes,
    ask: family.ask ?? 'field.select',
    shape: (field) => z.array(idShape).meta({ maxItems: field.max ?? family.defaultMax, uniqueItems: true }),
    faults: (value, field) => [...itemFaults(value as string[]), ...countFaults((value as string[]).length, field, family)],
    factFaults: family.factFaults && ((value, field, facts) => family.factFaults?.(value as string[], field, facts) ?? []),
    empty: (value) => isNothing(value) || (value as unknown[]).length === 0,
    toFeel: (value, field, facts) => listOf(value).map((id) => referenceContext(sourceOf(field), id, facts)),
    fromFeel: (value) => feelIds(value),
    sqlType: () => 'jsonb',
    searchText: (value, field, facts) => listOf(value).map((id) => referenceWords(sourceOf(field), id, facts)).join(' '),
    excelCell: (value, field, view) =>
      isNothing(value)
        ? nothingCell
        : { value: listOf(value).map((id) => referenceName(sourceOf(field), id, view)).join('; '), format: '@' },
  }
}

/** Checks the number of entries: too many is never accepted, too few only in a draft. */
export function countFaults(
  count: number,
  field: FieldDefinition,
  family: Pick<ListFamily, 'defaultMax' | 'tooMany' | 'tooFew'>,
): Fault[] {
  const max = field.max ?? family.defaultMax
  if (count > max) return [{ code: family.tooMany, parameters: { n: max } }]
  if (field.min !== undefined && count > 0 && count < field.min) {
    return [{ code: family.tooFew, parameters: { n: field.min }, limit: true }]
  }
  return []
}

/** Checks each entry, and that none is repeated. */
function itemFaults(ids: readonly string[]): Fault[] {
  const faults = ids.flatMap((id, index) => idFaults(id).map((fault) => ({ ...fault, path: [index] })))
  return new Set(ids).size < ids.length ? [...faults, { code: 'field.repeated' }] : faults
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])
