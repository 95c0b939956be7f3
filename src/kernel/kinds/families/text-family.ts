import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import { bilingual, sentenceOf } from '#kernel/wording/names.ts'
import { patternWords } from '#kernel/wording/pattern-words.ts'
import { patternCode } from '#kernel/values/patterns.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import { hasForbidden, isBlank, lengthOf } from './characters.ts'
import { feelText } from '../from-feel.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from '../kind.ts'

export interface TextFamily {
  /** Default maximum length in characters. */
  readonly defaultMax: number
  readonly multiline: boolean
  readonly attributes: KindMeaning['attributes']
  sqlType(max: number): string
  /** Extracts the words, e.g. from HTML. @default the text itself */
  words?(text: string): string
}

/** Kinds whose value is free text. */
export function textKind(family: TextFamily): KindMeaning {
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
  }
}

function textFaults(text: string, field: FieldDefinition, { max, multiline }: { max: number; multiline: boolean }): Fault[] {
  // check the length first, so that the cost of the other checks is bounded
  if (text.length > max && lengthOf(text) > max) return [{ code: 'field.tooLong', parameters: { n: max } }]
  if (hasForbidden(text, multiline)) return [{ code: 'field.characters' }]
  return text === '' ? [] : limitFaults(text, field)
}

function limitFaults(text: string, field: FieldDefinition): Fault[] {
  const { min = 0, pattern, masked } = field
  // a masked number stands for the stored one; the server refuses it if the last four characters differ
  if (masked && isMaskedText(text)) return []
  const faults: Fault[] = []
  if (lengthOf(text) < min) faults.push({ code: 'field.tooShort', parameters: { n: min }, limit: true })
  if (pattern !== undefined && !matches(pattern, text)) faults.push({ ...patternFault(pattern, field), limit: true })
  return faults
}

/** The fault of a text that does not match: the format in words where the pattern is simple enough, else the field's example. */
function patternFault(pattern: string, { placeholder }: FieldDefinition): Fault {
  const code = patternCode(pattern)
  const format = code === 'field.pattern' ? patternWords(pattern) : undefined
  if (format) return { code: 'field.format', parameters: { format: bilingual(format) } }
  return code === 'field.pattern' && placeholder
    ? { code: 'field.example', parameters: { example: bilingual({ cn: placeholder.cn, en: inSentence(placeholder.en) }) } }
    : { code }
}

const compiled = new Map<string, RegExp>()

function matches(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern)
  if (!expression) compiled.set(pattern, expression = new RegExp(pattern, 'u'))
  return expression.test(text)
}
