import type { FieldDefinition, FieldKind } from '../fields.ts'
import { type RecordKind, recordKindOf, sourceOf } from '../record-kinds.ts'
import { choiceSamples, textSamples } from './choice-samples.ts'
import { listSamples, tableSamples } from './list-samples.ts'
import { momentSamples, rangeSamples } from './moment-samples.ts'
import { numberSamples } from './number-samples.ts'
import { recordSamples } from './record-samples.ts'
import type { SampleRequest, Sample } from './sample.ts'
import { emptySample, mayBeEmpty } from './sample.ts'
import { nothing } from './words.ts'

type Family = 'number' | 'text' | 'choice' | 'yesNo' | 'moment' | 'range' | 'record' | 'list' | 'table'

/** The few values of a field that stand for all of them, as far as what is asked of it can tell them apart. */
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
  const isOfRecords = recordKindOf(question.field) !== undefined || listsOfRecords.has(question.field.kind)
  return isOfRecords ? recordsOf(question, sourceOf(question.field)) : choiceSamples(question)
}

const listsOfRecords: ReadonlySet<FieldKind> = new Set(['documentLink', 'attachment', 'people'])

const byKind: Partial<Record<FieldKind, Family>> = {
  money: 'number',
  number: 'number',
  percent: 'number',
  integer: 'number',
  rate: 'number',
  select: 'choice',
  radio: 'choice',
  checkbox: 'yesNo',
  switch: 'yesNo',
  date: 'moment',
  datetime: 'moment',
  time: 'moment',
  daterange: 'range',
  table: 'table',
  multiselect: 'list',
  people: 'list',
  attachment: 'list',
  documentLink: 'list',
  cascader: 'list',
  currency: 'text',
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
  if (field.kind === 'calculated') return byResult[field.result ?? 'number']
  return byKind[field.kind] ?? (recordKindOf(field) ? 'record' : 'text')
}
