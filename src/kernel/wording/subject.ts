import type { FormFacts } from '../facts.ts'
import { fieldAt, parsePath } from '../evaluate/path.ts'
import type { FieldDefinition } from '../fields.ts'
import { kindOf } from '../kinds/registry.ts'
import type { Form, SubjectPart } from '../form.ts'
import type { Label } from './label.ts'
import { splitName } from './names.ts'
import type { FormValue } from '../values/value.ts'

type SubjectForm = Pick<Form, 'fields' | 'subject'>
type RecordNames = Pick<FormFacts, 'reference'>

/** Paths of the fields in a form's subject. */
export const subjectPaths = ({ subject = [] }: Pick<Form, 'subject'>): readonly string[] =>
  subject.flatMap((part) => (typeof part === 'string' ? [part] : [part.from, part.to]))

/** Maximum length of a part and of the whole subject, in characters. */
const longestPart = 40
const longest = 120

/** The subject of a document in both languages; empty where the form declares none or its fields are empty. */
export function subjectOf(form: SubjectForm, value: FormValue, places: RecordNames): Label {
  const firsts = firstRows(form, value, places)
  const parts = (form.subject ?? []).map((
    part,
  ) => (typeof part === 'string' ? (firsts.get(part) ?? nothing) : routeText(form, value, part, places))).filter(({ cn }) => cn !== '')
  return { cn: cut(parts.map(({ cn }) => cn).join('，'), longest), en: cut(parts.map(({ en }) => en).join(', '), longest) }
}

/** Codes of the places in a value's subject, whose names have to be loaded first. */
export function subjectPlaces(form: SubjectForm, value: FormValue): readonly string[] {
  return subjectPaths(form).filter((path) => isPlace(fieldAt(form.fields, path))).flatMap((path) => valuesAt(value, path))
    .flatMap((entry) => placeCode(entry) ?? [])
}

const nothing: Label = { cn: '', en: '' }

/** Labels of texts and dates by path. Columns use the first row; the last column of a table adds the number of rows that differ. */
function firstRows(form: SubjectForm, value: FormValue, places: RecordNames): ReadonlyMap<string, Label> {
  const groups = new Map<string, readonly string[]>()
  for (const path of form.subject ?? []) {
    if (typeof path !== 'string') continue
    const { key } = parsePath(path)
    groups.set(key, [...(groups.get(key) ?? []), path])
  }
  return new Map([...groups.values()].flatMap((paths) => firstRow(paths, paths.map((path) => everyLabelAt(form, value, path, places)))))
}

function firstRow(paths: readonly string[], columns: readonly (readonly Label[])[]): readonly (readonly [path: string, label: Label])[] {
  const rows = (columns[0] ?? []).map((_, at) => columns.map((column) => column[at] ?? nothing)).filter((row) =>
    row.some(({ cn }) => cn !== '')
  )
  const [first, ...others] = new Map(rows.map((row) => [JSON.stringify(row.map(({ cn }) => cn)), row])).values()
  const shown = paths.flatMap((path, at) => (first?.[at]?.cn ? [[path, shortened(first[at])] as const] : []))
  return shown.map(([path, label], at) => [path, others.length > 0 && at === shown.length - 1 ? andMore(label, others.length) : label])
}

const andMore = ({ cn, en }: Label, others: number): Label => ({ cn: `${cn}等 ${others + 1} 项`, en: `${en} and ${others} more` })

/** A route from the first start to all destinations, without the way back; for dates, from first to last. */
function routeText(form: SubjectForm, value: FormValue, { from, to }: Exclude<SubjectPart, string>, places: RecordNames): Label {
  const field = fieldAt(form.fields, from)
  const starts = labelsAt(form, value, from, places)
  const ends = labelsAt(form, value, to, places)
  const [start] = starts
  if (!start || !field) return nothing
  if (isDay(field)) return span(start, ends.at(-1) ?? start)
  const stops = distinct([start, ...ends]).map(shortened)
  return { cn: stops.map(({ cn }) => cn).join(' → '), en: stops.map(({ en }) => en).join(' → ') }
}

const span = (from: Label, to: Label): Label => (from.cn === to.cn ? from : { cn: `${from.cn} 至 ${to.cn}`, en: `${from.en} to ${to.en}` })

const isDay = (field: FieldDefinition) => kindOf(field).subject === 'day'

const isPlace = (field: FieldDefinition | undefined) => field !== undefined && kindOf(field).subject === 'place'

const labelsAt = (form: SubjectForm, value: FormValue, path: string, places: RecordNames): readonly Label[] =>
  everyLabelAt(form, value, path, places).filter(({ cn }) => cn !== '')

/** The labels at a path, empty ones included. */
function everyLabelAt(form: SubjectForm, value: FormValue, path: string, places: RecordNames): readonly Label[] {
  const field = fieldAt(form.fields, path)
  return field ? valuesAt(value, path).map((entry) => labelOf(field, entry, places)) : []
}

/** The value of a header field, or of a column in all rows. */
function valuesAt(value: FormValue, path: string): readonly unknown[] {
  const { key, column } = parsePath(path)
  if (column === undefined) return [value[key]]
  const rows = value[key]
  return Array.isArray(rows) ? rows.map((row: FormValue) => row[column]) : []
}

function labelOf(field: FieldDefinition, entry: unknown, places: RecordNames): Label {
  const { subject } = kindOf(field)
  if (subject === 'place') return placeName(entry, places)
  if (subject === 'days') return Array.isArray(entry) && entry.length === 2 ? span(day(entry[0]), day(entry[1])) : nothing
  if (subject === 'day') return field.months ? month(entry) : day(entry)
  const text = oneLine(entry)
  return field.bilingual ? splitName(text) : { cn: text, en: text }
}

const oneLine = (entry: unknown): string => (typeof entry === 'string' ? entry.replaceAll(/\s+/g, ' ').trim() : '')

/** Formats a date as month and day. */
function day(entry: unknown): Label {
  const text = typeof entry === 'string' ? entry.slice(5, 10) : ''
  return { cn: text, en: text }
}

/** Formats a date as year and month. */
function month(entry: unknown): Label {
  const text = typeof entry === 'string' ? entry.slice(0, 7) : ''
  return { cn: text, en: text }
}

/** The code of the city in a path from province to district; the province's if there is no city. */
const placeCode = (
  entry: unknown,
): string | undefined => (Array.isArray(entry) ? [entry[1], entry[0]].find((code) => typeof code === 'string') : undefined)

function placeName(entry: unknown, { reference }: RecordNames): Label {
  const code = placeCode(entry)
  const { cn, en } = splitName(String((code === undefined ? undefined : reference('cascader', code)?.['name']) ?? ''))
  return { cn: cn.length > 2 ? cn.replace(/市$/, '') : cn, en }
}

const distinct = (labels: readonly Label[]): readonly Label[] => [...new Map(labels.map((label) => [label.cn, label])).values()]

const shortened = ({ cn, en }: Label): Label => ({ cn: cut(cn, longestPart), en: cut(en, longestPart) })

const cut = (text: string, most: number): string => ([...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text)
