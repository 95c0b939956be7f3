import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'

type Dictionary = Pick<FormFacts, 'dict'>

/** The label of a chosen value: from the field's options, else from its dictionary, else the value itself. */
function choiceLabel(value: string, field: FieldDefinition, facts: Dictionary): Label {
  const option = field.options?.find((candidate) => candidate.value === value)
  return option ?? splitName((field.dict !== undefined && facts.dict?.(field.dict, value)) || value)
}

/** The words by which a chosen value is found. */
export function choiceWords(value: string, field: FieldDefinition, facts: Dictionary): string {
  const { cn, en } = choiceLabel(value, field, facts)
  return cn === en ? cn : `${cn} ${en}`
}

/** The label of a chosen value in one language; the value itself where it has none. */
export const choiceText = (value: string, field: FieldDefinition, view: { locale: Locale; facts: Dictionary }): string =>
  choiceLabel(value, field, view.facts)[view.locale]

/** Returns whether a value is among the field's own options; a field without options leaves that to its dictionary. */
export const isOption = (value: string, field: FieldDefinition): boolean =>
  field.options === undefined || field.options.some((option) => option.value === value)

/** Returns whether the field's dictionary, where it is known, has the value. */
export const inDictionary = (value: string, field: FieldDefinition, facts: Dictionary): boolean =>
  field.freeText === true || field.dict === undefined || facts.dict === undefined || facts.dict(field.dict, value) !== null
