import type { Decimal } from 'decimal.js'
import type { FieldDefinition } from '../fields.ts'
import { kindOf } from '../kinds/registry.ts'
import type { Holds } from '../kinds/kind.ts'
import { type RecordKind, recordKindOf, sourceOf } from '../record-kinds.ts'
import { combinations, emptySample, mayBeEmpty, mostValues, type Sample, type SampleRequest } from './sample.ts'
import { another, equals, listed, nothing, same } from './words.ts'
import type { Label } from '../wording/label.ts'
import { emptyContext, type FeelContext, type FeelValue } from '../feel/values.ts'
import { FeelDate } from '../feel/temporal/date.ts'
import { Num } from '../feel/numbers.ts'
import type { ComparedValues } from './compared-values.ts'

/** The empty list, each single entry, and the first three together. */
function listSamples(entries: readonly Sample[]): readonly Sample[] {
  const several = entries.slice(0, 3)
  return [
    emptySample([], nothing),
    ...entries.map(({ value, words }): Sample => ({ value: [value], words })),
    ...(several.length > 1
      ? [{ value: several.map(({ value }) => value), words: listed(several.map(({ words }) => words), { cn: '、', en: ' and ' }) }]
      : []),
  ]
}

/** Tables with no row, one row, and two different rows, limited to the columns that are read. */
function tableSamples(question: SampleRequest, samplesOf: (question: SampleRequest) => readonly Sample[]): readonly Sample[] {
  const columns = columnsOf(question.field, question.compared)
  const lists = columns.map(({ field, compared }) => samplesOf({ ...question, field, compared }))
  const { choices } = combinations(lists.map(({ length }) => length), mostValues)
  const rows = choices.map((choice) => rowOf(columns, choice.map((entry, place) => lists[place]?.[entry])))
  const tables = [...rows.map((row) => [row]), ...rows.map((row, index) => [row, rows[(index + 1) % rows.length] ?? row])]
  const isRequired = question.field.required === true || (question.field.min ?? 0) > 0
  return [...(isRequired ? [] : [emptySample([], { cn: '没有行', en: 'no rows' })]), ...tables.map(tableOf)]
}

interface SampledColumn {
  readonly key: string
  readonly field: FieldDefinition
  readonly compared: ComparedValues
}

const columnsOf = ({ columns = {} }: FieldDefinition, { below }: ComparedValues): readonly SampledColumn[] =>
  [...below].flatMap(([key, compared]) => {
    const field = Object.hasOwn(columns, key) ? columns[key] : undefined
    return field ? [{ key, field, compared }] : []
  })

function rowOf(columns: readonly SampledColumn[], samples: readonly (Sample | undefined)[]): Sample {
  const context: FeelContext = emptyContext()
  const words = columns.flatMap(({ key, field }, place): Label[] => {
    const sample = samples[place]
    context[key] = sample?.value ?? null
    return sample ? [equals(field, sample.words)] : []
  })
  const isEmpty = samples.some((sample) => sample?.empty)
  return { value: context, words: listed(words), ...(isEmpty && { empty: true as const }) }
}

function tableOf(rows: readonly Sample[]): Sample {
  const listing = listed(
    rows.map(({ words }, index): Label => ({ cn: `第${index + 1}行 ${words.cn}`.trim(), en: `row ${index + 1} ${words.en}`.trim() })),
    { cn: '；', en: '; ' },
  )
  const isEmpty = rows.some(({ empty }) => empty)
  return { value: rows.map(({ value }) => value), words: { cn: `（${listing.cn}）`, en: `(${listing.en})` },
    ...(isEmpty && { empty: true as const }) }
}

const names = [...'ABCDEFGH']

/**
 * Made-up records of a kind with the attributes that conditions read. At least two, and shared by all fields, so that two fields can hold
 * equal or different records.
 */
function recordSamples(kind: RecordKind, compared: ComparedValues): readonly Sample[] {
  const { ids, attributes } = partsOf(compared)
  const lists = attributes.map(([, of]) => attributeSamples(of))
  const { choices } = combinations(lists.map(({ length }) => length), names.length)
  const variants = choices.length > 1 ? choices : [...choices, ...choices]
  const made = variants.map((choice, index) =>
    recordOf({ id: names[index] ?? '', kind, attributes, values: choice.map((entry, place) => lists[place]?.[entry]) })
  )
  const first = variants[0] ?? []
  const asId = ids.map((id) => recordOf({ id, kind, attributes, values: first.map((entry, place) => lists[place]?.[entry]) }))
  return [...asId, ...made]
}

/** Separates ids, i.e. texts that a record is compared with, from its other attributes. */
function partsOf(compared: ComparedValues): { ids: readonly string[]; attributes: readonly (readonly [string, ComparedValues])[] } {
  const attributes = [...compared.below].filter(([name]) => name !== 'id')
  return { ids: [...(compared.below.get('id')?.texts ?? [])], attributes }
}

/** Sample values of an attribute. Its type is inferred from the literals that it is compared with; boolean without any. */
function attributeSamples({ numbers, texts, absent }: ComparedValues): readonly (FeelValue | undefined)[] {
  const counted = [...numbers].flatMap((number) => [new Num(number).minus(1), new Num(number), new Num(number).plus(1)])
  const spelled = texts.size > 0 ? [...texts, '…'] : []
  const known = counted.length + spelled.length > 0 ? [...spelled, ...counted] : [true, false]
  return absent.size > 0 ? [...known, null] : known
}

interface SampleRecord {
  readonly id: string
  readonly kind: RecordKind
  readonly attributes: readonly (readonly [string, ComparedValues])[]
  readonly values: readonly (FeelValue | undefined)[]
}

function recordOf({ id, kind, attributes, values }: SampleRecord): Sample {
  const context: FeelContext = Object.assign(emptyContext(), { id, name: `${kind} ${id}` })
  const phrases = attributes.map(([name], place) => {
    context[name] = values[place] ?? null
    return equals(same(name), valueWords(values[place]))
  })
  return { value: context, words: phrases.length === 0 ? same(id) : listed([same(id), listed(phrases)], { cn: '：', en: ': ' }) }
}

const valueWords = (value: FeelValue | undefined) => value === null || value === undefined ? nothing : same(String(value))

const large = 999_999_999

/** Numbers just below, at and just above each compared one, 0 and a large one; within the field's limits. */
function numberSamples({ field, compared }: SampleRequest): readonly Sample[] {
  const step = new Num(10).pow(-decimals(field))
  const marks = compared.numbers.size > 0
    ? [...compared.numbers].flatMap((number) => around(new Num(number), step))
    : [new Num(1), new Num(2)]
  const numbers = [new Num(0), ...marks, new Num(field.max ?? large)]
  const allowed = [...numbers, ...(field.min === undefined ? [] : [new Num(field.min)])].filter((number) => isWithin(number, field))
  const distinct = new Map(allowed.map((number) => [number.toFixed(), number]))
  return [...distinct].toSorted(([, one], [, other]) => one.comparedTo(other)).map(([text, value]) => ({ value, words: same(text) }))
}

const around = (number: Decimal, step: Decimal): readonly Decimal[] => [number.minus(step), number, number.plus(step)]

const isWithin = (number: Decimal, { min, max }: FieldDefinition): boolean =>
  (min === undefined || number.gte(min)) && (max === undefined || number.lte(max))

function decimals(field: FieldDefinition): number {
  const { result, precision } = field
  if (precision !== undefined) return precision
  return kindOf(field).holds === 'integer' || result === 'integer' ? 0 : 2
}

/** Fixed current date of the analysis. */
export const today = '2026-06-15'

const facts = { reference: () => undefined }

const longAgo = '2000-01-01'

const inLongTime = '2099-12-31'

/** For each compared date the day before, itself and the day after; today and distant dates; for times, several of a day. */
function momentSamples({ field, compared }: SampleRequest): readonly Sample[] {
  const { holds } = kindOf(field)
  const days = holds === 'time' ? [] : daysAround([...compared.dates.keys(), ...dayOf(today)])
  const wires = holds === 'time' ? [...compared.texts, '00:00', '08:00', '12:00', '23:59'] : [longAgo, ...days, inLongTime]
  const samples = [...new Set(wires)].map((wire): Sample => ({ value: read(holds === 'datetime' ? `${wire} 12:00:00` : wire, field),
    words: same(wire) })
  )
  return samples.filter(({ value }) => value !== null)
}

/** Date ranges: past, today, future. */
function rangeSamples({ field }: SampleRequest): readonly Sample[] {
  return [[longAgo, today], [today, today], [today, inLongTime]].map((days) => ({
    value: kindOf(field).toFeel(days, field, facts),
    words: same(days.join(' ~ ')),
  }))
}

const daysAround = (epochDays: readonly number[]): readonly string[] =>
  epochDays.flatMap((day) => [day - 1, day, day + 1].flatMap((near) => FeelDate.ofEpochDay(near)?.toString() ?? []))

function dayOf(text: string): readonly number[] {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return [FeelDate.of(year, month, day)?.epochDay ?? 0]
}

function read(wire: string, field: SampleRequest['field']): FeelValue {
  return kindOf(field.kind === 'calculated' ? { kind: 'date' } : field).toFeel(wire, field, facts)
}

const other = '…'

const anotherText: Sample = { value: other, words: another }

/** Every option or dictionary value, compared ones first, and one that an administrator might add. */
function choiceSamples(question: SampleRequest): readonly Sample[] {
  const { field: { options, freeText }, compared: { texts } } = question
  const items = itemsOf(question)
  if (!items) return textSamples(question)
  const known = items.map(({ value, cn, en }): Sample => ({ value, words: labelled(value, { cn, en }) }))
  const sorted = [...known.filter(({ value }) => texts.has(String(value))), ...known.filter(({ value }) => !texts.has(String(value)))]
  const free = freeText ? [...texts].filter((text) => !items.some(({ value }) => value === text)).map(spelled) : []
  return [...sorted.slice(0, Math.max(mostValues, texts.size)), ...free, ...(options ? [] : [anotherText])]
}

/** The compared texts, and one other. */
const textSamples = ({ compared: { texts } }: SampleRequest): readonly Sample[] => [...[...texts].map(spelled), anotherText]

const itemsOf = ({ field: { options, dict }, dictionaries }: SampleRequest) =>
  options ?? (dict === undefined ? undefined : dictionaries(dict))

const spelled = (text: string): Sample => ({ value: text, words: { cn: `“${text}”`, en: `“${text}”` } })

const labelled = (value: string, { cn, en }: Label): Label =>
  cn === value ? same(value) : { cn: `${value}（${cn}）`, en: `${value} (${en})` }

type Family = 'number' | 'text' | 'choice' | 'yesNo' | 'moment' | 'range' | 'record' | 'list' | 'table'

/** Representative values of a field: one for each outcome that its comparisons can distinguish. */
export function samplesOf(question: SampleRequest): readonly Sample[] {
  const family = familyOf(question.field)
  const samples = family === 'table' ? tableSamples(question, samplesOf) : families[family](question)
  const isSingle = !['list', 'table', 'yesNo'].includes(family)
  if (isSingle && mayBeEmpty(question.field)) return [...samples, emptySample(null, nothing)]
  return family === 'list' && !mayBeEmpty(question.field) ? samples.filter(({ empty }) => !empty) : samples
}

const families: Readonly<Record<Exclude<Family, 'table'>, (question: SampleRequest) => readonly Sample[]>> = {
  number: numberSamples,
  text: textSamples,
  choice: choiceSamples,
  yesNo: () => [{ value: true, words: { cn: '是', en: 'yes' } }, { value: false, words: { cn: '否', en: 'no' } }],
  moment: momentSamples,
  range: rangeSamples,
  record: (question) => recordsOf(question, sourceOf(question.field)),
  list: (question) => listSamples(entriesOf(question)),
}

const recordsOf = ({ recordsOf: comparedRecords }: SampleRequest, kind: RecordKind): readonly Sample[] =>
  recordSamples(kind, comparedRecords(kind))

function entriesOf(question: SampleRequest): readonly Sample[] {
  const isOfRecords = recordKindOf(question.field) !== undefined || kindOf(question.field).holds === 'ids'
  return isOfRecords ? recordsOf(question, sourceOf(question.field)) : choiceSamples(question)
}

const byHeld: Readonly<Record<Exclude<Holds, 'result'>, Family>> = {
  decimal: 'number',
  integer: 'number',
  choice: 'choice',
  boolean: 'yesNo',
  date: 'moment',
  datetime: 'moment',
  time: 'moment',
  days: 'range',
  rows: 'table',
  choices: 'list',
  ids: 'list',
  id: 'record',
  code: 'text',
  text: 'text',
  nothing: 'text',
}

const byResult: Readonly<Record<NonNullable<FieldDefinition['result']>, Family>> = {
  money: 'number',
  number: 'number',
  integer: 'number',
  text: 'text',
  boolean: 'yesNo',
  date: 'moment',
}

function familyOf(field: FieldDefinition): Family {
  const { holds } = kindOf(field)
  return holds === 'result' ? byResult[field.result ?? 'number'] : byHeld[holds]
}
