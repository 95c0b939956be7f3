import { z } from 'zod'
import { sourceOf } from '#kernel/record-kinds.ts'
import { hasForbidden } from './characters.ts'
import { feelId } from '../from-feel.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from '../kind.ts'
import { referenceContext, referenceName, referenceWords } from '../references/reference.ts'

/** Maximum length of an id. */
const longestId = 64

/** Kinds whose value is the id of one record. */
export function recordKind(attributes: KindMeaning['attributes']): KindMeaning {
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
  }
}

export const idShape = z.string().meta({ minLength: 1, maxLength: longestId })

/** Checks an id: not blank, at most 64 characters, no forbidden character. */
export function idFaults(id: string): Fault[] {
  return id.trim() === '' || id.length > longestId || hasForbidden(id, false) ? [{ code: 'field.id' }] : []
}
