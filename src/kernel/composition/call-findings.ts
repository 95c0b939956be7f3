import type { CalledOptions, CalledWith } from '../fields/links.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import { nodesOf } from '../flow/flow-nodes.ts'
import type { Figures, Form } from '../form.ts'
import { type Finding, finding, unknown, within } from './problem.ts'

const what = { cn: '字段', en: 'field' }

/** Checks a field whose options come from another system: its parameters read, and its result sets, only fields that exist. */
export function calledOptionFindings({ optionsBy, dict, options }: FieldDefinition, fields: Fields, table: string | undefined): Finding[] {
  if (!optionsBy) return []
  const beside = table === undefined ? fields : (fields[table]?.columns ?? {})
  return within('optionsBy', [
    ...placeFindings(optionsBy, { ...fields, ...beside }, beside),
    ...(dict === undefined && options === undefined
      ? []
      : [finding('', '另一系统的选项不能与字典或选项并用', 'Choices of another system stand alone, without a dictionary or options')]),
  ])
}

const placeFindings = ({ with: parameters = {}, fills = {} }: CalledOptions, known: Fields, beside: Fields): Finding[] => [
  ...wantedFindings(parameters, known),
  ...unknown(Object.keys(fills), (key) => Object.hasOwn(beside, key), { where: 'fills', what }),
]

/** Checks figures fetched from another system: parameters read existing fields, results go into fields that are not entered by people. */
export function figureFindings({ figures = [], fields, flow, followUps = [] }: Form): Finding[] {
  const moments = new Set(['edit', 'submit', ...[...nodesOf(flow), ...followUps].map(({ id }) => id)])
  return figures.flatMap((one) =>
    within(one.call, [
      ...unknown(one.rows === undefined ? [] : [one.rows], (key) => fields[key]?.kind === 'table', { where: 'rows',
        what: { cn: '表格', en: 'table' } }),
      ...wantedFindings(one.with, { ...fields, ...columnsOf(one, fields) }),
      ...targetFindings(one, one.rows === undefined ? fields : columnsOf(one, fields)),
      ...unknown(one.at, (moment) => moments.has(moment), { where: 'at', what: { cn: '时机', en: 'moment' } }),
    ])
  )
}

const columnsOf = ({ rows }: Figures, fields: Fields): Fields => (rows === undefined ? {} : (fields[rows]?.columns ?? {}))

const wantedFindings = (parameters: CalledWith, known: Fields): Finding[] =>
  unknown(Object.values(parameters), (key) => Object.hasOwn(known, key), { where: 'with', what })

function targetFindings({ into, readAt }: Figures, fields: Fields): Finding[] {
  const open = [...Object.keys(into), ...(readAt === undefined ? [] : [readAt])].filter((key) => fields[key] && fields[key].system !== true)
  return [
    ...unknown(Object.keys(into), (key) => Object.hasOwn(fields, key), { where: 'into', what }),
    ...unknown(readAt === undefined ? [] : [readAt], (key) => fields[key]?.kind === 'datetime', { where: 'readAt',
      what: { cn: '日期时间字段', en: 'date and time' } }),
    ...open.map((key) => finding(`into ${key}`, '读取的数据须写入系统字段', 'What is read goes into a system field')),
  ]
}

/** Finds calls of other systems that no plugin declares. */
export function callFindings({ fields, figures = [], posts = [] }: Pick<Form, 'fields' | 'figures' | 'posts'>,
  calls: ReadonlySet<string>): Finding[] {
  const usedCalls = [...optionsOf(fields).map(({ call }) => call), ...figures.map(({ call }) => call),
    ...posts.flatMap(({ call, reversal }) => [call, ...(reversal === undefined ? [] : [reversal])])]
  return unknown([...new Set(usedCalls)], (call) => calls.has(call), { where: 'calls', what: { cn: '外部接口', en: 'call' } })
}

const optionsOf = (fields: Fields): CalledOptions[] =>
  Object.values(fields).flatMap(({ optionsBy, columns }) => [...(optionsBy ? [optionsBy] : []), ...optionsOf(columns ?? {})])
