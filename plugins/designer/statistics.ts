import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { memoize } from '#kernel/memoize.ts'
import { inSentence } from '#kernel/wording/label.ts'
import { amount, count, documents, state } from '#plugins/statistics/measures.ts'
import type { Dimension, FactSource, Measure, StatisticsChart, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { isHeaderField } from './model/content.ts'
import { statisticsPath } from './wire.ts'

/** The most figures and dimensions of fields on a page. */
const most = { figures: 10, dimensions: 8 } as const

/**
 * The statistics page of a designed form, from its facts: each document counts on the day it was filed, and its completion on that day;
 * amounts and numbers are added up, choices, people, departments and records are the dimensions. Confidential fields are no facts.
 */
export const formStatistics: (form: Form) => StatisticsPage = memoize((form): StatisticsPage => {
  const { key, cn, en, designed } = form
  const page = designed?.urlPage ?? key
  const own = Object.entries(form.fields).filter(([name, field]) => !isHeaderField(name) && field.visibleTo === undefined)
  const figures = own.flatMap(([name, field]) => named(figureOf(form, name, field))).slice(0, most.figures)
  const sides = own.flatMap(([name, field]) => named(sideOf(name, field))).slice(0, most.dimensions)
  const dimensions: FactSource['dimensions'] = { state: 'state', ...Object.fromEntries(sides.map(({ name, from }) => [name, from])) }
  const [first] = sides
  return {
    key,
    cn: `${cn}统计`,
    en: `${en} statistics`,
    path: statisticsPath(page),
    call: `/oaserver/form-statistics/${page}`,
    sort: 500,
    topic: 'work',
    person: { cn: '申请人', en: 'Applicant' },
    facts: [
      { form: key, at: 'filing', dimensions, measures: { filed: '1', ...Object.fromEntries(figures.map(({ name, sum }) => [name, sum])) } },
      { form: key, at: 'completion', dimensions, measures: { completed: '1' } },
    ],
    dimensions: { state, ...Object.fromEntries(sides.map(({ name, side }) => [name, side])) },
    measures: { documents, ...counted, ...Object.fromEntries(figures.map(({ name, measure }) => [name, measure])) },
    groupBy: ['department', ...(first ? [first.name] : [])],
    headline: ['filed', 'completed', ...figures.slice(0, 3).map(({ name }) => name)],
    charts: chartsOf(figures[0], first),
    filters: ['state', ...sides.map(({ name }) => name), 'person'],
  }
})

/** Beside the figures and dimensions of every page, those of fields have names of their own. */
const named = <Part extends { readonly name: string }>(parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => ({ ...part, name: `f_${part.name}` }))

const counted = {
  filed: count('提交', 'Filed', {
    hint: { cn: '审批中和已完成的单据数，计入提交日', en: 'Documents in approval or completed, on the day of submission' },
  }),
  completed: count('已完成', 'Completed', {
    hint: { cn: '已完成的单据数，计入完成日', en: 'Completed documents, on the day of completion' },
  }),
}

function chartsOf(figure: Figure | undefined, first: Side | undefined): readonly StatisticsChart[] {
  return [
    { kind: 'columns', cn: '按月份', en: 'By month', measure: 'filed', measures: ['filed', 'completed'] },
    { kind: 'ranking', cn: '按部门', en: 'By department', measure: 'filed', by: 'department' },
    { kind: 'share', cn: '状态占比', en: 'By state', measure: 'filed', by: 'state' },
    ...(first
      ? [{ kind: 'ranking', cn: `按${first.side.cn}`, en: `By ${inSentence(first.side.en)}`, measure: 'filed', by: first.name } as const]
      : []),
    ...(figure ? [{ kind: 'columns', cn: figure.measure.cn, en: figure.measure.en, measure: figure.name } as const] : []),
  ]
}

interface Figure {
  readonly name: string
  readonly sum: string
  readonly measure: Measure
}

/** Amounts in RMB and numbers of the form; its tables are added up by fields of its own. */
function figureOf({ fields }: Form, name: string, { kind, result, cn, en }: FieldDefinition): readonly Figure[] {
  const of = kind === 'calculated' ? result : kind
  if (of === 'money') {
    const rmb = `${name}Rmb`
    const hint = { cn: '审批中和已完成单据的合计，折算为人民币，计入提交日',
      en: 'Of documents in approval or completed, in RMB, on the day of submission' }
    return [{ name, sum: Object.hasOwn(rmbNames(fields), rmb) ? rmb : name, measure: amount(cn, en, { hint }) }]
  }
  const hint = { cn: '审批中和已完成单据的合计，计入提交日', en: 'Of documents in approval or completed, on the day of submission' }
  return of === 'integer' || of === 'number' ? [{ name, sum: name, measure: count(cn, en, { hint }) }] : []
}

interface Side {
  readonly name: string
  readonly from: string | { readonly of: string }
  readonly side: Dimension
}

const yesOrNo = { '1': { cn: '是', en: 'Yes' }, '0': { cn: '否', en: 'No' } } as const

type GroupedValues = Pick<Dimension, 'of' | 'offersOccurring'>

const recordsOf = (
  to: string | undefined,
): GroupedValues | undefined => (to === undefined ? undefined : { of: { to }, offersOccurring: true })
const choices = (field: FieldDefinition): GroupedValues | undefined => {
  const of = choicesOf(field)
  return of && { of }
}

/** GroupedValues of the kinds that documents are grouped by; the others hold free texts or several values. */
const valuesByKind: Partial<Record<FieldKind, (field: FieldDefinition) => GroupedValues | undefined>> = {
  switch: () => ({ of: { values: yesOrNo } }),
  person: ({ kind }) => recordsOf(kind),
  department: ({ kind }) => recordsOf(kind),
  reference: ({ to }) => recordsOf(to),
  select: choices,
  radio: choices,
}

function sideOf(name: string, field: FieldDefinition): readonly Side[] {
  const { kind, cn, en } = field
  const values = valuesByKind[kind]?.(field)
  const from = kind === 'switch' ? { of: `if ${name} = true then "1" else "0"` } : name
  return values ? [{ name, from, side: { cn, en, ...values } }] : []
}

function choicesOf({ options = [], dict, of }: FieldDefinition): Dimension['of'] | undefined {
  if (dict !== undefined) return { dict }
  return of === undefined && options.length > 0
    ? { values: Object.fromEntries(options.map(({ value, cn, en }) => [value, { cn, en }])) }
    : undefined
}
