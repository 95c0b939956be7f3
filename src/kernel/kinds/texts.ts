import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { inSentence, type Label } from '#kernel/wording/label.ts'
import { bilingual, sentenceOf } from '#kernel/wording/names.ts'
import { patternWords } from '#kernel/wording/pattern-words.ts'
import { patternCode } from '#kernel/values/patterns.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from './kind.ts'
import { feelText } from './from-feel.ts'

/** Length in code points: a Chinese character, or an emoji of one code point, counts as 1. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Whether a text contains control characters, lone surrogates or NUL; the last two cannot be stored. */
export const hasForbidden = (text: string, multiline: boolean): boolean => (multiline ? forbiddenInLines : forbidden).test(text)

/** Returns whether a text has no visible character: only white space and default-ignorables, such as a zero-width space. */
const isBlank = (text: string): boolean => !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f]|\p{Surrogate}/u
// eslint-disable-next-line no-control-regex
const forbiddenInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

interface TextFamily {
  /** Default maximum length in characters. */
  readonly defaultMax: number
  readonly multiline: boolean
  readonly attributes: KindMeaning['attributes']
  sqlType(max: number): string
  /** Extracts the words, e.g. from HTML. @default the text itself */
  words?(text: string): string
}

/** Kinds whose value is free text. */
function textKind(family: TextFamily): KindMeaning {
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

/** A message as "中文/English": a slash in the Chinese half would end it. */
const bothHalves = ({ cn, en }: Label): string => `${cn.replaceAll('/', '／')}/${en}`

/** The fault of a text that does not match: the field's message, else the format in words if that is simple, else the field's example. */
function patternFault(pattern: string, { placeholder, patternMessage }: FieldDefinition): Fault {
  if (patternMessage) return { code: 'field.own', parameters: { message: bothHalves(patternMessage) } }
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

/** Kinds without a value, which only display text. */
const display: KindMeaning = {
  attributes: [],
  ask: null,
  shape: () => z.never(),
  faults: () => [],
  empty: () => true,
  toFeel: () => null,
  fromFeel: () => null,
  sqlType: () => null,
  searchText: () => '',
  excelCell: () => nothingCell,
}

/** A single-line text. @default max 200 characters */
export const text = textKind({
  defaultMax: 200,
  multiline: false,
  attributes: ['min', 'max', 'pattern', 'patternMessage', 'masked', 'sealed', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})

/** A multi-line text. @default max 500 characters */
export const textarea = textKind({
  defaultMax: 500,
  multiline: true,
  attributes: ['min', 'max', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})

/** A heading between fields. */
export const title = display

/** An explanatory text between fields. */
export const plaintext = display

/** HTML, sanitised before it is stored; its length includes the markup. */
export const richtext = textKind({
  defaultMax: 20_000,
  multiline: true,
  attributes: ['max'],
  sqlType: () => 'text',
  words: wordsOf,
})

/**
 * The text without tags; an image counts as content. Runs in linear time: a tag ends before the next one begins, so the patterns never
 * backtrack.
 */
function wordsOf(html: string): string {
  return html
    .replace(/<img\b[^<>]*>/gi, '▣')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const entities: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
