import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'

interface Judged {
  readonly fields: Fields
  /** The value as the reader is shown it. */
  readonly shown: FormValue
  /** Returns whether the reader is shown a field. */
  sees(key: string): boolean
  /** True where the values by which it was judged are written beside the names. */
  readonly withValues: boolean
}

const part = /"[^"]*"|\p{L}[\p{L}\d_]*|\d+(?:\.\d+)?|[<>!]?=|[<>(),]|\s+|./gu

const words: Readonly<Record<string, Label>> = {
  and: { cn: '且', en: 'and' },
  or: { cn: '或', en: 'or' },
  in: { cn: '属于', en: 'in' },
  true: { cn: '是', en: 'yes' },
  false: { cn: '否', en: 'no' },
  '!=': { cn: '≠', en: '≠' },
  '>=': { cn: '≥', en: '≥' },
  '<=': { cn: '≤', en: '≤' },
}
const signs = new Set(['<', '>', '=', '(', ')', ','])

/**
 * A condition as people read it: fields by their names, with the values by which it was judged ("金额 56,000 > 50,000").
 * Undefined for one that says more than comparisons of fields, or that tells of a field which the reader is not shown.
 */
export function conditionText(feel: string, judged: Judged): Label | undefined {
  const cn = textIn('cn', feel, judged)
  const en = textIn('en', feel, judged)
  return cn === undefined || en === undefined ? undefined : { cn, en }
}

function textIn(locale: Locale, feel: string, judged: Judged): string | undefined {
  let subject: FieldDefinition | undefined
  const parts: string[] = []
  for (const [token] of feel.matchAll(part)) {
    if (Object.hasOwn(judged.fields, token)) {
      subject = judged.fields[token]
      if (!judged.sees(token)) return undefined
    }
    const text = partText(token, { locale, subject, judged })
    if (text === undefined) return undefined
    parts.push(text)
  }
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

interface TokenContext {
  readonly locale: Locale
  /** The field that was named last: what a text is compared with. */
  readonly subject: FieldDefinition | undefined
  readonly judged: Judged
}

function partText(token: string, place: TokenContext): string | undefined {
  const { locale, subject, judged } = place
  if (signs.has(token) || token.trim() === '') return token
  const word = words[token]
  if (word) return word[locale]
  if (/^\d/.test(token)) return formatNumber(token)
  if (token.startsWith('"')) return optionName(subject, token.slice(1, -1), locale)
  return subject && judged.fields[token] === subject ? fieldText(token, subject, place) : undefined
}

function fieldText(key: string, field: FieldDefinition, { locale, judged: { shown, withValues } }: TokenContext): string {
  const value = withValues ? valueText(field, shown[key], locale) : undefined
  return value === undefined ? field[locale] : `${field[locale]} ${value}`
}

const optionName = (field: FieldDefinition | undefined, value: string, locale: Locale): string | undefined => field?.options?.find((option) => option.value === value)?.[locale]

function valueText(field: FieldDefinition, value: unknown, locale: Locale): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (field.options) return optionName(field, String(value), locale)
  return decimalOf(String(value)) ? formatNumber(String(value)) : undefined
}
