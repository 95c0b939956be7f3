import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { choiceText, choiceWords, inDictionary, isOption } from './choice.ts'
import { hasForbidden, lengthOf } from './characters.ts'
import { feelText } from '../from-feel.ts'
import { type Fault, isNothing, type KindDefinition, nothingCell } from '../kind.ts'

/** Characters of the longest value of a choice; a dictionary such as the banks' also takes free text. */
const longestChoice = 100

/** Kinds whose value is one of a list of options. */
export function choiceKind(attributes: KindDefinition['attributes']): KindDefinition {
  return {
    attributes,
    ask: 'field.select',
    shape: () => choiceShape,
    faults: (value, field) => choiceFaults(value as string, field),
    factFaults: (value, field, facts) => inDictionary(value as string, field, facts) ? [] : [{ code: 'field.option', limit: true }],
    empty: (value) => isNothing(value) || value === '',
    toFeel: (value) => (typeof value === 'string' && value !== '' ? value : null),
    fromFeel: (value) => feelText(value),
    sqlType: () => `varchar(${longestChoice})`,
    searchText: (value, field, facts) => (isNothing(value) ? '' : choiceWords(value as string, field, facts)),
    excelCell: (value, field, view) => isNothing(value) ? nothingCell : { value: choiceText(value as string, field, view), format: '@' },
    filter: 'oneOf',
  }
}

export const choiceShape = z.string().meta({ maxLength: longestChoice })

/** The faults of a chosen value: a character that is refused, more than 100 of them, or no option of the field. */
export function choiceFaults(value: string, field: FieldDefinition): Fault[] {
  if (hasForbidden(value, false)) return [{ code: 'field.characters' }]
  if (lengthOf(value) > longestChoice) return [{ code: 'field.tooLong', parameters: { n: longestChoice } }]
  return value === '' || isOption(value, field) ? [] : [{ code: 'field.option', limit: true }]
}
