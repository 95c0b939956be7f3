import type { FormFacts } from '../facts.ts'
import { fieldAt, parsePath } from '../evaluate/path.ts'
import type { FieldDefinition, FieldKind } from '../fields.ts'
import type { Form, SubjectPart } from '../form.ts'
import type { Label } from './label.ts'
import { splitName } from './names.ts'
import type { FormValue } from '../values/value.ts'

type SubjectForm = Pick<Form, 'fields' | 'subject'>
type RecordNames = Pick<FormFacts, 'reference'>

/** Kinds that a subject can be made of: what they say follows from the value alone, but for the names of places. */
export const subjectKinds: ReadonlySet<FieldKind> = new Set(['text', 'textarea', 'date', 'datetime', 'daterange', 'cascader'])

/** The fields that a form's subject is made of. */
export const subjectPaths = ({ subject = [] }: Pick<Form, 'subject'>): readonly string[] =>
  subject.flatMap((part) => (typeof part === 'string' ? [part] : [part.from, part.to]))

/** Longest part and longest subject, characters. */
const longestPart = 40
const longest = 120

/** The subject of a document, in both languages; empty where its form says nothing of it or nothing was entered. */
export function subjectOf(form: SubjectForm, value: FormValue, places: RecordNames): Label {
  const firsts = firstRows(form, value, places)
  const parts = (form.subject ?? []).map((
    part,
  ) => (typeof part === 'string' ? (firsts.get(part) ?? nothing) : routeText(form, value, part, places))).filter(({ cn }) => cn !== '')
  return { cn: cut(parts.map(({ cn }) => cn).join('，'), longest), en: cut(parts.map(({ en }) => en).join(', '), longest) }
}

/** Codes of the places that a value names in its subject: their names are read before. */
export function subjectPlaces(form: SubjectForm, value: FormValue): readonly string[] {
  return subjectPaths(form).filter((path) => fieldAt(form.fields, path)?.kind === 'cascader').flatMap((path) => valuesAt(value, path))
    .flatMap((entry) => placeCode(entry) ?? [])
}

const nothing: Label = { cn: '', en: '' }

/** Texts and days by their paths; those of one table are of its first row, and the last of them says how many rows differ from it. */
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

/** From the first to everywhere it leads, without the way back; of days from the first to the last. */
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

const isDay = ({ kind }: FieldDefinition) => kind === 'date' || kind === 'datetime'

const labelsAt = (form: SubjectForm, value: FormValue, path: string, places: RecordNames): readonly Label[] =>
  everyLabelAt(form, value, path, places).filter(({ cn }) => cn !== '')

/** Likewise, with the empty ones. */
function everyLabelAt(form: SubjectForm, value: FormValue, path: string, places: RecordNames): readonly Label[] {
  const field = fieldAt(form.fields, path)
  return field ? valuesAt(value, path).map((entry) => labelOf(field, entry, places)) : []
}

/** The value of the header, or of the column in every row. */
function valuesAt(value: FormValue, path: string): readonly unknown[] {
  const { key, column } = parsePath(path)
  if (column === undefined) return [value[key]]
  const rows = value[key]
  return Array.isArray(rows) ? rows.map((row: FormValue) => row[column]) : []
}

function labelOf({ kind, bilingual }: FieldDefinition, entry: unknown, places: RecordNames): Label {
  if (kind === 'cascader') return placeName(entry, places)
  if (kind === 'daterange') return Array.isArray(entry) && entry.length === 2 ? span(day(entry[0]), day(entry[1])) : nothing
  if (kind === 'date' || kind === 'datetime') return day(entry)
  const text = oneLine(entry)
  return bilingual ? splitName(text) : { cn: text, en: text }
}

const oneLine = (entry: unknown): string => (typeof entry === 'string' ? entry.replaceAll(/\s+/g, ' ').trim() : '')

/** Month and day. */
function day(entry: unknown): Label {
  const text = typeof entry === 'string' ? entry.slice(5, 10) : ''
  return { cn: text, en: text }
}

/** Of a path from province to district, its city. */
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
