import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Holds } from '#kernel/kinds/traits.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import { patternWords } from '#kernel/wording/pattern-words.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { isList } from '../cells/cell-values.ts'
import type { ImportColumn, Importer } from '../importer.ts'
import { rowLimit } from './lists.ts'

interface Language {
  readonly find: FindText
  readonly locale: Locale
}

/** The notes of a template: how to fill in each column, and general rules for the file. */
export function notesOf({ columns, notes = [], allOrNothing }: Pick<Importer, 'columns' | 'notes' | 'allOrNothing'>,
  { find, locale }: Language): string[][] {
  const say: Say = (code, parameters) => find(`imports.template.${code}`, parameters, locale) ?? ''
  const general = [say('limits', { limit: rowLimit }), say('values'), say(allOrNothing ? 'allOrNothing' : 'each'),
    ...notes.map((note) => note[locale])]
  return [
    [say('column'), say('required'), say('fill')],
    ...columns.map((column) => [column[locale], column.required ? say('yes') : '', fillingOf(column, say, locale)]),
    [],
    ...general.map((line) => [line]),
  ]
}

/** Suffixes of the locale keys that explain how to fill in a cell. */
const byHeld: Partial<Record<Holds, string>> = {
  decimal: 'number',
  integer: 'integer',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  choice: 'choice',
  boolean: 'yesOrNo',
}

function noteOf(field: FieldDefinition): string | undefined {
  const { holds, isShare } = kindOf(field)
  if (isList(field)) return 'several'
  return field.kind === 'money' ? 'money' : isShare ? 'percent' : byHeld[holds]
}

type Say = (code: string, parameters?: Readonly<Record<string, string | number>>) => string

function fillingOf(column: ImportColumn, say: Say, locale: Locale): string {
  return column.meanings ? say('byCodeOrName') : valueNote(column, say, locale)
}

function valueNote({ field, by, example }: ImportColumn, say: Say, locale: Locale): string {
  const kind = noteOf(field) ?? (recordKindOf(field) ? referenceNote(by) : 'text')
  const filling = `${say(kind, { max: field.max ?? longestText })}${boundsOf(field, say)}`
  const hint = (field.hint ?? field.placeholder)?.[locale]
  return `${filling}${formatOf(field, example, { say, locale })}${hint ? `; ${hint}` : ''}`
}

/** The format of a pattern in words; else an example, where the column has one. */
function formatOf({ pattern }: FieldDefinition, example: ImportColumn['example'], { say, locale }: { say: Say; locale: Locale }): string {
  if (pattern === undefined) return ''
  const format = patternWords(pattern)
  if (format) return say('format', { format: format[locale] })
  return example === undefined ? '' : say('such', { example: typeof example === 'string' ? example : example[locale] })
}

/** The limits of a number in words; for other kinds, limits are lengths. */
function boundsOf(field: FieldDefinition, say: Say): string {
  const { holds } = kindOf(field)
  if (holds !== 'decimal' && holds !== 'integer') return ''
  const { min, max } = field
  if (min !== undefined && max !== undefined) return say('between', { min, max })
  if (min !== undefined) return say('atLeast', { min })
  return max === undefined ? '' : say('atMost', { max })
}

/** Maximum length of a text without `max`. */
const longestText = 100

function referenceNote(by: ImportColumn['by']): string {
  if (by === undefined) return 'byCodeOrName'
  return by === 'code' ? 'byCode' : 'byName'
}
