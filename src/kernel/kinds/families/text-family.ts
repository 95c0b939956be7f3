import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { sentenceOf } from '#kernel/wording/names.ts'
import { patternCode } from '#kernel/values/patterns.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import { hasForbidden, isBlank, lengthOf } from './characters.ts'
import { feelText } from '../from-feel.ts'
import { type Fault, isNothing, type KindDefinition, nothingCell } from '../kind.ts'

export interface TextFamily {
  /** Most characters when the field says nothing. */
  readonly defaultMax: number
  readonly multiline: boolean
  readonly attributes: KindDefinition['attributes']
  sqlType(max: number): string
  /** The words in the text. */
  words?(text: string): string
}

/** Kinds whose value is written text. */
export function textKind(family: TextFamily): KindDefinition {
  const maxOf = (field: FieldDefinition): number => field.max ?? family.defaultMax
  const words = family.words ?? ((text: string) => text)
  return {
    attributes: family.attributes,
    ask: 'field.enter',
    shape: (field) => z.string().meta({ maxLength: maxOf(field) }),
    faults: (value, field) => textFaults(value as string, field, { max: maxOf(field), multiline: family.multiline }),
    empty: (value) => isNothing(value) || (typeof value === 'string' && isBlank(words(value))),
    toFeel: (value) => (typeof value === 'string' && value !== '' ? value : null),
    fromFeel: (value) => feelText(value),
    sqlType: (field) => family.sqlType(maxOf(field)),
    searchText: (value) => (isNothing(value) ? '' : words(value as string)),
    excelCell: (value, { bilingual }, {
      locale,
    }) => (isNothing(value)
      ? nothingCell
      : { value: bilingual ? sentenceOf(value as string, locale) : words(value as string), format: '@' }),
    filter: 'contains',
  }
}

function textFaults(text: string, field: FieldDefinition, { max, multiline }: { max: number; multiline: boolean }): Fault[] {
  // The length first: what is looked at further is bounded.
  if (text.length > max && lengthOf(text) > max) return [{ code: 'field.tooLong', parameters: { n: max } }]
  if (hasForbidden(text, multiline)) return [{ code: 'field.characters' }]
  return text === '' ? [] : limitFaults(text, field)
}

function limitFaults(text: string, { min = 0, pattern, masked }: FieldDefinition): Fault[] {
  // the last four digits of a number that the server knows; it refuses those of any other
  if (masked && isMaskedText(text)) return []
  const faults: Fault[] = []
  if (lengthOf(text) < min) faults.push({ code: 'field.tooShort', parameters: { n: min }, limit: true })
  if (pattern !== undefined && !matches(pattern, text)) faults.push({ code: patternCode(pattern), limit: true })
  return faults
}

const compiled = new Map<string, RegExp>()

function matches(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern)
  if (!expression) compiled.set(pattern, expression = new RegExp(pattern, 'u'))
  return expression.test(text)
}
