import type { FieldKind } from '#kernel/fields.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
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
  const say = (code: string, parameters?: Readonly<Record<string, string | number>>) =>
    find(`imports.template.${code}`, parameters, locale) ?? ''
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

function fillingOf({ field, by }: ImportColumn, say: (code: string, parameters?: Readonly<Record<string, string | number>>) => string,
  locale: Locale): string {
  const kind = byKind[field.kind] ?? (recordKindOf(field) ? referenceNote(by) : 'text')
  const filling = say(kind, { max: field.max ?? longestText })
  const hint = (field.hint ?? field.placeholder)?.[locale]
  return hint ? `${filling}; ${hint}` : filling
}

/** Characters of a text whose field says nothing. */
const longestText = 100

function referenceNote(by: ImportColumn['by']): string {
  if (by === undefined) return 'byCodeOrName'
  return by === 'code' ? 'byCode' : 'byName'
}
