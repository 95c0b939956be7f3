import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import { patternWords } from '#kernel/wording/pattern-words.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { ImportColumn, Importer } from '../importer.ts'
import { rowLimit } from './lists.ts'

interface Language {
  readonly find: FindText
  readonly locale: Locale
}

/** The lines of a template's notes: what each column takes, and what holds for the file. */
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

const byKind: Partial<Record<FieldKind, string>> = {
  number: 'number',
  money: 'money',
  percent: 'percent',
  integer: 'integer',
  rate: 'integer',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  select: 'choice',
  radio: 'choice',
  multiselect: 'several',
  people: 'several',
  switch: 'yesOrNo',
  checkbox: 'yesOrNo',
}

type Say = (code: string, parameters?: Readonly<Record<string, string | number>>) => string

function fillingOf(column: ImportColumn, say: Say, locale: Locale): string {
  return column.meanings ? say('byCodeOrName') : valueNote(column, say, locale)
}

function valueNote({ field, by, example }: ImportColumn, say: Say, locale: Locale): string {
  const kind = byKind[field.kind] ?? (recordKindOf(field) ? referenceNote(by) : 'text')
  const filling = `${say(kind, { max: field.max ?? longestText })}${bounds.has(field.kind) ? boundsOf(field, say) : ''}`
  const hint = (field.hint ?? field.placeholder)?.[locale]
  return `${filling}${formatOf(field, example, { say, locale })}${hint ? `; ${hint}` : ''}`
}

/** The format that a pattern asks for, in words; else an example, where the column has one. */
function formatOf({ pattern }: FieldDefinition, example: ImportColumn['example'], { say, locale }: { say: Say; locale: Locale }): string {
  if (pattern === undefined) return ''
  const format = patternWords(pattern)
  if (format) return say('format', { format: format[locale] })
  return example === undefined ? '' : say('such', { example: typeof example === 'string' ? example : example[locale] })
}

/** The kinds whose limits are those of their numbers. */
const bounds: ReadonlySet<FieldKind> = new Set(['number', 'money', 'percent', 'integer', 'rate'])

function boundsOf({ min, max }: FieldDefinition, say: Say): string {
  if (min !== undefined && max !== undefined) return say('between', { min, max })
  if (min !== undefined) return say('atLeast', { min })
  return max === undefined ? '' : say('atMost', { max })
}

/** Characters of a text whose field says nothing. */
const longestText = 100

function referenceNote(by: ImportColumn['by']): string {
  if (by === undefined) return 'byCodeOrName'
  return by === 'code' ? 'byCode' : 'byName'
}
