import type { FieldDefinition } from '../fields.ts'
import { kindOf } from '../kinds/registry.ts'
import type { Holds } from '../kinds/traits.ts'
import { type RecordKind, recordKindOf, sourceOf } from '../record-kinds.ts'
import { listSamples, tableSamples } from './list-samples.ts'
import { numberSamples } from './number-samples.ts'
import { recordSamples } from './record-samples.ts'
import { type SampleRequest, type Sample, emptySample, mayBeEmpty, mostValues } from './sample.ts'
import { nothing, another, same } from './words.ts'
import type { Label } from '../wording/label.ts'
import type { FeelValue } from '../feel/values.ts'
import { FeelDate } from '../feel/temporal/date.ts'

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
