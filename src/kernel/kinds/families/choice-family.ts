import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import { hasForbidden, lengthOf } from './characters.ts'
import { feelText } from '../from-feel.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from '../kind.ts'

/** Maximum length of a choice's value, in characters; free text of such a field included. */
const longestChoice = 100

/** Kinds whose value is one option. */
export function choiceKind(attributes: KindMeaning['attributes']): KindMeaning {
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
  }
}

export const choiceShape = z.string().meta({ maxLength: longestChoice })

/** Checks a chosen value: no forbidden character, at most 100 characters, an option of the field. */
export function choiceFaults(value: string, field: FieldDefinition): Fault[] {
  if (hasForbidden(value, false)) return [{ code: 'field.characters' }]
  if (lengthOf(value) > longestChoice) return [{ code: 'field.tooLong', parameters: { n: longestChoice } }]
  return value === '' || isOption(value, field) ? [] : [{ code: 'field.option', limit: true }]
}

type Dictionary = Pick<FormFacts, 'dict'>

/** The label of a chosen value: from the field's options, else from its dictionary, else the value itself. */
function choiceLabel(value: string, field: FieldDefinition, facts: Dictionary): Label {
  const option = field.options?.find((candidate) => candidate.value === value)
  return option ?? splitName((field.dict !== undefined && facts.dict?.(field.dict, value)) || value)
}

/** The search words of a chosen value: its label in both languages. */
export function choiceWords(value: string, field: FieldDefinition, facts: Dictionary): string {
  const { cn, en } = choiceLabel(value, field, facts)
  return cn === en ? cn : `${cn} ${en}`
}

/** The label of a chosen value in one language; the value itself where it has none. */
export const choiceText = (value: string, field: FieldDefinition, view: { locale: Locale; facts: Dictionary }): string =>
  choiceLabel(value, field, view.facts)[view.locale]

/** Returns whether a value is an option of the field; true for a field without options, which `inDictionary` checks. */
const isOption = (value: string, field: FieldDefinition): boolean =>
  field.options === undefined || field.options.some((option) => option.value === value)

/** Returns whether the field's dictionary has the value; true if the dictionary is unknown or free text is allowed. */
export const inDictionary = (value: string, field: FieldDefinition, facts: Dictionary): boolean =>
  field.freeText === true || field.dict === undefined || facts.dict === undefined || facts.dict(field.dict, value) !== null
