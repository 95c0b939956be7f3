import { z } from 'zod'
import { sourceOf } from '#kernel/record-kinds.ts'
import { hasForbidden } from './characters.ts'
import { feelId } from '../from-feel.ts'
import { type Fault, isNothing, type KindDefinition, nothingCell } from '../kind.ts'
import { referenceContext, referenceName, referenceWords } from '../references/reference.ts'

/** Characters of the longest id. */
const longestId = 64

/** Kinds whose value is the id of one record. */
export function recordKind(attributes: KindDefinition['attributes']): KindDefinition {
  return {
    attributes,
    ask: 'field.select',
    shape: () => idShape,
    faults: (value) => idFaults(value as string),
    empty: isNothing,
    toFeel: (value, field, facts) => (typeof value === 'string' ? referenceContext(sourceOf(field), value, facts) : null),
    fromFeel: (value) => feelId(value),
    sqlType: () => `varchar(${longestId})`,
    searchText: (value, field, facts) => (isNothing(value) ? '' : referenceWords(sourceOf(field), value as string, facts)),
    excelCell: (value, field,
      view) => (isNothing(value) ? nothingCell : { value: referenceName(sourceOf(field), value as string, view), format: '@' }),
    filter: 'oneOf',
  }
}

export const idShape = z.string().meta({ minLength: 1, maxLength: longestId })

/** The fault of an id that no record can have: empty, above 64 characters, or with a character that is refused. */
export function idFaults(id: string): Fault[] {
  return id.trim() === '' || id.length > longestId || hasForbidden(id, false) ? [{ code: 'field.id' }] : []
}
