import type { CalledOptions, CalledWith, TakenTable } from '../fields/links.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import { nodesOf } from '../flow/flow-nodes.ts'
import type { Figures, Form } from '../form.ts'
import { type Finding, finding, unknown, within } from './problem.ts'
import { confidentialReads } from '../evaluate/access/confidential-reads.ts'
import { coversPath } from './fields/confidential-findings.ts'
import { expressionFindings } from './expressions.ts'

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
      ...wantedFindings({ ...one.with, ...one.narrowedBy }, { ...fields, ...columnsOf(one, fields) }),
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

const column = { cn: '列', en: 'column' }

/** Checks a table that takes over rows of linked documents, against its own form. */
export function takingFindings({ takes, columns = {} }: FieldDefinition, fields: Fields): Finding[] {
  if (!takes) return []
  const { from, of } = takes
  const link = fields[from]
  const isEntered = (key: string) => Object.hasOwn(columns, key) && columns[key]?.value === undefined && columns[key]?.kind !== 'calculated'
  return within('takes', [
    ...unknown([from], () => link?.kind === 'documentLink', { where: 'from', what: { cn: '关联单据字段', en: 'document link' } }),
    ...(Object.keys(of).length === 0 ? [finding('of', '未指定来源单据类型', 'It names no type to take rows from')] : []),
    ...unknown(Object.keys(of), (type) => !link?.links?.length || link.links.includes(type), { where: 'of',
      what: { cn: '可关联的单据类型', en: 'type that the link accepts' } }),
    ...Object.entries(of).flatMap(([type, { set, keeps = [] }]) =>
      within(type, [
        ...unknown(Object.keys(set), isEntered, { where: 'set', what: column }),
        ...unknown(keeps, (key) => Object.hasOwn(set, key), { where: 'keeps', what: { cn: '带入的列', en: 'column that is taken over' } }),
      ])
    ),
  ])
}

/** Checks such tables against the source forms. A source form whose module is not installed is skipped. */
export function takenFindings({ fields }: Pick<Form, 'fields'>, forms: ReadonlyMap<string, Form>): Finding[] {
  return Object.entries(fields).flatMap(([key, { takes, columns = {}, visibleTo }]) =>
    takes ?
      within(`${key} › takes`, Object.entries(takes.of).flatMap(([type, table]) =>
        within(type, sourceFindings({ table, source: forms.get(type)?.fields, columns, visibleTo }))
      )) :
      []
  )
}

interface TakenSource extends Pick<FieldDefinition, 'visibleTo'> {
  readonly table: TakenTable
  readonly source: Fields | undefined
  readonly columns: Fields
}

/** Checks the columns that rows are taken from. A confidential source column may only fill columns with the same or fewer readers. */
function sourceFindings({ table: { rows, set, when }, source, columns, visibleTo }: TakenSource): Finding[] {
  if (!source) return []
  if (source[rows]?.kind !== 'table') return unknown([rows], () => false, { where: 'rows', what: { cn: '表格', en: 'table' } })
  const read = expressionFindings
  const broken = [...Object.entries(set).flatMap(([key, expression]) => read(expression, { fields: source, table: rows }, `set ${key}`)),
    ...(when === undefined ? [] : read(when, { fields: source, table: rows }, 'when'))]
  if (broken.length > 0) return broken
  const expressions = [
    ...Object.entries(set).map(([key, expression]) => ({ where: `set ${key}`, expression, own: columns[key]?.visibleTo ?? visibleTo })),
    ...(when === undefined ? [] : [{ where: 'when', expression: when, own: undefined }]),
  ]
  return expressions.flatMap(({ where, expression, own }) =>
    confidentialReads(source, expression, { table: rows }).filter((path) => !coversPath(source, path, own)).map((path) =>
      finding(where, `读取了来源的保密字段“${path}”，可见范围不能更大`,
        `It reads “${path}”, which is confidential there, and may not be shown to more readers`)
    )
  )
}
