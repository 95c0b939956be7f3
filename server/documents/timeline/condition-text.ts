import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'

interface ConditionTextContext {
  readonly fields: Fields
  /** The value as disclosed to the reader. */
  readonly shown: FormValue
  /** Returns whether the reader may see a field. */
  sees(key: string): boolean
  /** Returns whether a condition holds; if so, its text contains the values of the fields. */
  holds(feel: string): boolean
  /** The label of a dictionary value ("中文/English"); by default the value itself. */
  readonly label?: ((key: string, value: string) => string) | undefined
  /** The current value of a parameter; undefined where it has none. */
  readonly parameter?: ((key: string, name: string) => string | undefined) | undefined
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
 * A condition as text: field labels with their values ("金额 56,000 > 50,000"). Where a disjunction holds, only the alternatives that hold.
 * Undefined for a condition with more than comparisons of fields, or with a field that the reader may not see.
 */
export function conditionText(feel: string, context: ConditionTextContext): Label | undefined {
  if (!context.holds(feel)) return labelOf(feel, context, false)
  const labels = alternatives(feel).filter((one) => context.holds(one)).flatMap((one) => labelOf(one, context, true) ?? [])
  return labels.length === 0
    ? undefined
    : { cn: labels.map(({ cn }) => cn).join(` ${words['or']!.cn} `), en: labels.map(({ en }) => en).join(` ${words['or']!.en} `) }
}

/** Keywords after which "or" may belong to a nested expression. */
const nesting = /\b(if|some|every|for|function)\b/

const deeper: Readonly<Record<string, number>> = { '(': 1, '[': 1, ')': -1, ']': -1 }

/** Splits a condition at "or" outside of brackets and texts. */
function alternatives(feel: string): readonly string[] {
  if (nesting.test(feel)) return [feel]
  const parts = ['']
  let depth = 0
  for (const [token] of feel.matchAll(part)) {
    depth += deeper[token] ?? 0
    if (token === 'or' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((each) => each.trim())
}

function labelOf(feel: string, context: ConditionTextContext, withValues: boolean): Label | undefined {
  const cn = textIn('cn', feel, context, withValues)
  const en = textIn('en', feel, context, withValues)
  return cn === undefined || en === undefined ? undefined : { cn, en }
}

function textIn(locale: Locale, feel: string, context: ConditionTextContext, withValues: boolean): string | undefined {
  let subject: ConditionField | undefined
  const parts: string[] = []
  for (const [token] of withFigures(feel, context).matchAll(part)) {
    const field = Object.hasOwn(context.fields, token) ? context.fields[token] : undefined
    if (field) {
      subject = { key: token, field }
      if (!context.sees(token)) return undefined
    }
    const text = partText(token, { locale, subject, context, withValues })
    if (text === undefined) return undefined
    parts.push(text)
  }
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

/** The condition with current values in place of parameters, since people read the limit and not its source. */
const withFigures = (feel: string, { parameter }: ConditionTextContext): string =>
  feel.replaceAll(/\bparameter\("(\w+)", "([\w.]+)"\)/g, (call, key: string, name: string) => parameter?.(key, name) ?? call)

interface ConditionField {
  readonly key: string
  readonly field: FieldDefinition
}

interface TokenContext {
  readonly locale: Locale
  /** The last field before a literal, with which the literal is compared. */
  readonly subject: ConditionField | undefined
  readonly context: ConditionTextContext
  readonly withValues: boolean
}

function partText(token: string, place: TokenContext): string | undefined {
  const { locale, subject } = place
  if (signs.has(token) || token.trim() === '') return token
  const word = words[token]
  if (word) return word[locale]
  if (/^\d/.test(token)) return formatNumber(token)
  return subject && subjectText(token, subject, place)
}

/** The text of the subject's value, or of one of its options. */
function subjectText(token: string, subject: ConditionField, place: TokenContext): string | undefined {
  if (token.startsWith('"')) return optionName(subject, token.slice(1, -1), place)
  return token === subject.key ? fieldText(subject, place) : undefined
}

function fieldText(subject: ConditionField, place: TokenContext): string {
  const { locale, context, withValues } = place
  const value = withValues ? valueText(subject, context.shown[subject.key], place) : undefined
  return value === undefined ? subject.field[locale] : `${subject.field[locale]} ${value}`
}

function optionName({ key, field }: ConditionField, value: string, { locale, context }: TokenContext): string | undefined {
  if (field.dict === undefined) return field.options?.find((option) => option.value === value)?.[locale]
  const label = context.label?.(key, value) ?? value
  return label === value ? undefined : nameOf(label, locale)
}

function valueText(subject: ConditionField, value: unknown, place: TokenContext): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (subject.field.options ?? subject.field.dict) return optionName(subject, String(value), place)
  return decimalOf(String(value)) ? formatNumber(String(value)) : undefined
}
