import type { FieldDefinition } from '#kernel/fields.ts'
import { isKind, kindOf } from '#kernel/kinds/registry.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import type { Holds } from '#kernel/kinds/kind.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'

/** Stands for a value that has none of the new kind. */
export const notConvertible = Symbol('not convertible')

/** Returns whether the stored values of a field mean something else once it is defined otherwise. */
export function needsConversion(before: FieldDefinition, after: FieldDefinition): boolean {
  return before.kind !== after.kind || recordKindOf(before) !== recordKindOf(after) || before.dict !== after.dict
}

/** Judges whether a dictionary has an item. */
type HasItem = (dictionary: string, value: string) => boolean

/** A stored value as a field of another kind holds it; an empty one is null. */
export function converted(value: unknown, before: FieldDefinition, after: FieldDefinition, hasItem: HasItem): unknown {
  if (isEmpty(value)) return null
  if (isSameRecords(before, after)) return checked(inNumber(value, after), after, hasItem)
  // ids say nothing to a person, and a text names no record for certain
  if (namesRecords(before) || namesRecords(after)) return notConvertible
  const text = textOf(value, before)
  return text === undefined ? notConvertible : checked(read(text, after), after, hasItem)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' ||
  (Array.isArray(value) && value.length === 0)

const namesRecords = (field: FieldDefinition): boolean =>
  recordKindOf(field) !== undefined || ['ids', 'rows', 'nothing', 'result'].includes(
    kindOf(field).holds,
  ) || field.kind === 'cascader'

const isSameRecords = (before: FieldDefinition, after: FieldDefinition): boolean => {
  const kind = recordKindOf(before)
  return kind !== undefined && kind === recordKindOf(after)
}

/** One id or a list of them, as the field holds. */
function inNumber(value: unknown, after: FieldDefinition): unknown {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  if (['ids', 'choices'].includes(kindOf(after).holds)) return list
  return list.length === 1 ? list[0] : notConvertible
}

/** A value as a person reads it; undefined where a text cannot say it. */
function textOf(value: unknown, field: FieldDefinition): string | undefined {
  const { holds } = kindOf(field)
  if (holds === 'boolean') return value === true ? '是' : '否'
  if (holds === 'days' && Array.isArray(value)) return value.join(' ~ ')
  if (Array.isArray(value)) return value.map((each) => labelOf(String(each), field)).join('、')
  if (typeof value === 'string') return labelOf(value, field)
  return typeof value === 'number' ? String(value) : undefined
}

const labelOf = (value: string, { options = [] }: FieldDefinition): string => options.find((option) => option.value === value)?.cn ?? value

const yes: ReadonlySet<string> = new Set(['是', '有', 'true', 'yes', 'y', '1', '√'])
const no: ReadonlySet<string> = new Set(['否', '无', 'false', 'no', 'n', '0', '×'])

const matching = (pattern: RegExp) => (text: string): unknown => (pattern.test(text) ? text : notConvertible)

/** Largest number of a column of whole numbers. */
const largest = 2_147_483_647

const readers: Partial<Record<Holds, (text: string, field: FieldDefinition) => unknown>> = {
  text: (text) => text,
  integer: (text) => {
    const number = /^-?\d{1,10}(\.0+)?$/.test(text) ? Number(text) : Number.NaN
    return Number.isInteger(number) && Math.abs(number) <= largest ? number : notConvertible
  },
  decimal: matching(/^-?\d{1,15}(\.\d{1,10})?$/),
  boolean: (text) => (yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : notConvertible),
  date: (text) => matching(/^\d{4}-\d{2}-\d{2}$/)(text.slice(0, 10)),
  datetime: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : matching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)(text)),
  time: matching(/^\d{2}:\d{2}$/),
  code: matching(/^[A-Z]{3}$/),
  choice: choiceOf,
  choices: (text, field) => {
    const all = text.split(/[、,，;；]/).map((each) => choiceOf(each.trim(), field))
    return all.includes(notConvertible) ? notConvertible : all
  },
}

/** An option by its value or one of its labels; of a dictionary by its value. */
function choiceOf(text: string, { options, dict }: FieldDefinition): unknown {
  if (dict !== undefined) return text
  const found = (options ?? []).find(({ value, cn, en }) => [value, cn, en].includes(text))
  return found ? found.value : notConvertible
}

const read = (text: string, after: FieldDefinition): unknown => readers[kindOf(after).holds]?.(text.trim(), after) ?? notConvertible

/** Only what could be entered in the new field. */
function checked(value: unknown, after: FieldDefinition, hasItem: HasItem): unknown {
  if (value === notConvertible || !fieldSchema(after).safeParse(value).success) return notConvertible
  const chosen = after.dict === undefined ? [] : [value].flat()
  return chosen.every((choice) => typeof choice === 'string' && hasItem(after.dict ?? '', choice)) ? value : notConvertible
}

/** The name of a kind with what it refers to, for a person who reads of a change. */
export const kindName = (
  field: FieldDefinition,
): string => (isKind(field.kind) ? [field.kind, field.to ?? field.of ?? ''].filter(Boolean).join(' ') : String(field.kind))
