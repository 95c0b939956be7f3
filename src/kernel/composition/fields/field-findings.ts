import type { FieldDefinition, Fields } from '../../fields.ts'
import { isHostRole, roleHolders } from '../../fields/roles.ts'
import { isKind, kindOf } from '../../kinds/registry.ts'
import { ownRecordKinds } from '../../record-kinds.ts'
import { calledOptionFindings, takingFindings } from '../link-findings.ts'
import { conditionFindings } from '../absence/absence-findings.ts'
import { defaultNames, expressionFindings, type ExpressionScope } from '../expressions.ts'
import { holderFindings } from './field-role-findings.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from '../problem.ts'
import type { LinkConsumption } from '../../fields/links.ts'

const what = { cn: '字段', en: 'field' }

interface LinkStates {
  /** Key of the link, in the form or in its table. */
  readonly key: string
  readonly fields: Fields
  readonly table?: string
}

/** Checks how a document link consumes the amount of its target. */
function consumptionFindings({ claim, claims, binds, max }: FieldDefinition, states: LinkStates): Finding[] {
  const missing: readonly [boolean, string, string, string][] = [
    [claim !== undefined && binds === false, 'claim', '占用关联单的链接须绑定', 'A link that claims its document has to bind it'],
    [claim === undefined && claims !== undefined, 'claims', '缺少占用方式', 'What claims has to say how often'],
    [claim === 'remaining' && claims?.amount === undefined, 'claim', '缺少占用金额', 'What claims a part has to say how much'],
  ]
  return [...findingsOf(missing), ...(claims ? within('claims', partFindings(claims, max, states)) : [])]
}

function partFindings(consumption: LinkConsumption, max: number | undefined, { key, fields, table }: LinkStates): Finding[] {
  const { rows, by, amount, at, message } = consumption
  const place = rows ?? table
  const columns = columnsOf(fields, place)
  const wrong: readonly [boolean, string, string, string][] = [
    [(rows === undefined) !== (by === undefined), 'by', '明细表与关联列须同时给出',
      'The table and the column that names the document go together'],
    [rows !== undefined && table !== undefined, 'rows', '行内的链接由其所在行占用', 'A link in a row is claimed by that row'],
    [amount !== undefined && place === undefined && max !== 1, 'rows', '关联多个单据时须说明由哪些明细占用',
      'Of several linked documents the rows have to say which they claim'],
  ]
  return [
    ...findingsOf(wrong),
    ...unknown(defined(rows), (name) => fields[name]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } }),
    ...unknown(defined(by), (name) => columns[name]?.optionsFrom?.includes(key) === true, { where: 'by',
      what: { cn: '选择该关联单的列', en: 'column that chooses among these documents' } }),
    ...unknown(defined(at), (name) => Object.hasOwn(columns, name), { where: 'at', what }),
    ...defined(amount).flatMap((source) => expressionFindings(source, { fields, table: place }, 'amount')),
    ...(message ? untranslated(message, 'message') : []),
  ]
}

const columnsOf = (fields: Fields, place: string | undefined): Fields => (place === undefined ? fields : (fields[place]?.columns ?? {}))

const defined = (name: string | undefined): string[] => (name === undefined ? [] : [name])

const findingsOf = (faults: readonly [boolean, string, string, string][]): Finding[] =>
  faults.filter(([isWrong]) => isWrong).map(([, where, cn, en]) => finding(where, cn, en))

/** The context in which fields are checked. */
export interface Declaration {
  readonly fields: Fields
  /** Keys of every dictionary; without it, dictionaries are not checked. */
  readonly dictionaries?: ReadonlySet<string>
  /** Ids of the nodes of the form's flow; empty for a record. */
  readonly nodes: ReadonlySet<string>
  /** Ids of the form's sections; without it, sections are not checked. */
  readonly sections?: ReadonlySet<string>
}

/** Checks the fields of a form or resource, and their columns. */
export function fieldFindings(declaration: Declaration): Finding[] {
  return [...rolesTwice(declaration.fields), ...Object.entries(declaration.fields).flatMap(([key, field]) => [
    ...within(key, [...oneFinding(field, declaration, undefined), ...consumptionFindings(field, { key, fields: declaration.fields }),
      ...proposalFindings(field, declaration.fields), ...takingFindings(field, declaration.fields)]),
    ...within(key, rolesTwice(field.columns ?? {})),
    ...Object.entries(field.columns ?? {}).flatMap(([column, definition]) =>
      within(`${key}.${column}`, [...oneFinding(definition, declaration, key),
        ...consumptionFindings(definition, { key: column, fields: declaration.fields, table: key })])
    ),
  ])]
}

/** Finds roles that several fields have: which field is meant would be undefined. */
const rolesTwice = (fields: Fields): Finding[] =>
  repeated(Object.values(fields).flatMap(({ as: role }) => role ?? []), { where: 'as', what: { cn: '字段角色', en: 'role' } })

function oneFinding(field: FieldDefinition, declaration: Declaration, table: string | undefined): Finding[] {
  // an unknown kind is reported by `moduleFieldFindings`; further checks need its definition
  if (!isKind(field.kind)) return []
  return [
    ...untranslated(field, ''),
    ...(field.because ? untranslated(field.because, 'because') : []),
    ...messageFindings(field),
    ...attributeFindings(field),
    ...limitFindings(field),
    ...choiceFindings(field, declaration),
    ...calledOptionFindings(field, declaration.fields, table),
    ...recordFindings(field),
    ...roleFindings(field, table !== undefined),
    ...nodeFindings(field, declaration),
    ...expressions(field, { fields: declaration.fields, table }),
    ...unknown(ownersOf(field), (column) => field.columns?.[column]?.kind === 'person', { where: 'owner',
      what: { cn: '人员列', en: 'person column' } }),
    ...unknown(field.fetches?.by ?? [], (name) => declaration.fields[name] !== undefined, { where: 'fetches',
      what: { cn: '字段', en: 'field' } }),
    ...columnGroupFindings(field),
    ...struckFindings(field),
    ...uniqueColumnFindings(field),
    ...(table !== undefined && field.kind === 'table' ? [finding('', '表格内不能再有表格', 'A table cannot stand inside a table')] : []),
  ]
}

/** Texts of a field in both languages; a message for a pattern needs one. */
function messageFindings({ pattern, patternMessage, unit }: FieldDefinition): Finding[] {
  const isIdle = patternMessage !== undefined && pattern === undefined
  return [
    ...(patternMessage ? untranslated(patternMessage, 'patternMessage') : []),
    ...(unit ? untranslated(unit, 'unit') : []),
    ...(isIdle ? [finding('patternMessage', '没有格式要求，提示不会出现', 'Without a pattern the message is never shown')] : []),
  ]
}

/** Keys of the columns that name the owner of a table's rows. */
function ownersOf({ owner }: FieldDefinition): readonly string[] {
  if (owner === undefined) return []
  return typeof owner === 'object' ? Object.values(owner) : [owner]
}

const columnGroupFindings = ({ columnGroups = [], columns = {} }: FieldDefinition): Finding[] =>
  columnGroups.flatMap(({ columns: own, shows, tag }) =>
    unknown([...own, shows, ...(tag === undefined ? [] : [tag])], (name) => columns[name] !== undefined, { where: 'columnGroups',
      what: { cn: '列', en: 'column' } })
  )

/** Rows are compared by columns of their own whose value is a single word or number. */
const uniqueColumnFindings = ({ uniqueColumns = [], columns = {} }: FieldDefinition): Finding[] =>
  unknown(uniqueColumns, (name) => columns[name] !== undefined && kindOf(columns[name]).isComparable === true, { where: 'uniqueColumns',
    what: { cn: '可比较的列', en: 'column that can be compared' } })

/** Rows are struck out by a switch of their own. */
const struckFindings = ({ struckBy, columns = {} }: FieldDefinition): Finding[] =>
  unknown(struckBy === undefined ? [] : [struckBy], (name) => columns[name]?.kind === 'switch', { where: 'struckBy',
    what: { cn: '开关列', en: 'switch' } })

/** Attributes that every field kind accepts. */
export const commonAttributes: ReadonlySet<string> = new Set<keyof FieldDefinition>([
  'kind',
  'cn',
  'en',
  'required',
  'requiredAt',
  'shown',
  'visible',
  'readOnly',
  'locked',
  'system',
  'default',
  'value',
  'trend',
  'editAt',
  'atNode',
  'placeholder',
  'hint',
  'because',
  'section',
  'span',
  'as',
  'visibleTo',
  'unsearched',
  'unexported',
  'unrepeated',
  'components',
])

function attributeFindings(field: FieldDefinition): Finding[] {
  const read: ReadonlySet<string> = new Set([...commonAttributes, ...kindOf(field).attributes])
  const unread = Object.entries(field).filter(([attribute, value]) => value !== undefined && !read.has(attribute))
  const findings = unread.map(([attribute]) =>
    finding(attribute, `${field.kind}不使用此属性`, `The kind ${field.kind} does not read this attribute`)
  )
  if (field.kind === 'calculated' && field.value === undefined && !field.system)
    findings.push(finding('value', '缺少计算表达式', 'A calculated field needs an expression'))
  if (field.kind === 'table' && Object.keys(field.columns ?? {}).length === 0)
    findings.push(finding('columns', '表格没有列', 'A table needs columns'))
  return findings
}

function limitFindings({ min = -Infinity, max = Infinity, step = 1, pattern, precision }: FieldDefinition): Finding[] {
  const faults: readonly [boolean, Finding][] = [
    [min > max, finding('min', '最小值大于最大值', 'The minimum is above the maximum')],
    [!(step > 0), finding('step', '步长须大于0', 'The step is above 0')],
    [!isPlaces(precision), finding('precision', '小数位数须为0到10', 'Decimal places are 0 to 10')],
    [pattern !== undefined && !isPattern(pattern), finding('pattern', '正则表达式有误', 'The pattern cannot be read')],
  ]
  return faults.filter(([isWrong]) => isWrong).map(([, found]) => found)
}

const isPlaces = (precision = 0): boolean => Number.isInteger(precision) && precision >= 0 && precision <= 10

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Checks that a field that chooses among records names the kind of record, and has no options in addition. */
function recordFindings({ kind, dict, options, of, to }: FieldDefinition): Finding[] {
  if (kind === 'reference' && !to) return [finding('to', '未指定引用的基础数据', 'A reference names what it refers to')]
  if (of === undefined) return []
  const isBoth = dict !== undefined || options !== undefined
  return [
    ...unknown([of], (kind) => ownRecordKinds.has(kind) || !isKind(kind), { where: 'of',
      what: { cn: '基础数据类型', en: 'kind of record' } }),
    ...(isBoth ? [finding('of', '选择基础数据时不能再有选项', 'What chooses records has no options')] : []),
  ]
}

/** Checks that a role of the framework is on a field of a kind that it allows; roles of modules are checked with the composition. */
const roleFindings = (field: FieldDefinition, isColumn: boolean): Finding[] =>
  field.as !== undefined && isHostRole(field.as) ? holderFindings(field, roleHolders[field.as], isColumn) : []

function choiceFindings({ dict, options = [], optionsFrom = [], clears = [] }: FieldDefinition,
  { fields, dictionaries }: Declaration): Finding[] {
  return [
    ...(dictionaries
      ? unknown(dict === undefined ? [] : [dict], (key) => dictionaries.has(key), { where: 'dict', what: { cn: '字典', en: 'dictionary' } })
      : []),
    ...repeated(options.map(({ value }) => value), { where: 'options', what: { cn: '选项', en: 'option' } }),
    ...options.flatMap((option) => untranslated(option, `options ${option.value}`)),
    ...unknown(clears, (key) => Object.hasOwn(fields, key), { where: 'clears', what: { cn: '字段', en: 'field' } }),
    ...unknown(optionsFrom, (key) => fields[key]?.kind === 'documentLink', { where: 'optionsFrom',
      what: { cn: '关联单字段', en: 'document link field' } }),
  ]
}

function nodeFindings({ editAt = [], atNode, requiredAt = {}, section }: FieldDefinition, { nodes, sections }: Declaration): Finding[] {
  const what = { cn: '审批节点', en: 'node' }
  const isNode = (id: string): boolean => id === 'start' || nodes.has(id)
  return [
    ...unknown(editAt, isNode, { where: 'editAt', what }),
    ...unknown([atNode ?? []].flat(), isNode, { where: 'atNode', what }),
    ...unknown(Object.keys(requiredAt), (id) => nodes.has(id), { where: 'requiredAt', what }),
    ...(sections && section !== undefined
      ? unknown([section], (id) => sections.has(id), { where: 'section', what: { cn: '分区', en: 'section' } })
      : []),
  ]
}

/** Attributes whose expression yields a value or filters records; every other expression is a condition. */
const noConditions: ReadonlySet<string> = new Set(['default', 'value', 'filter', 'earliest', 'latest'])

function expressions(field: FieldDefinition, scope: ExpressionScope): Finding[] {
  const sources = [
    ['required', field.required === true ? undefined : field.required, []],
    ['visible', field.visible, []],
    ['locked', field.locked, []],
    ['default', field.default, defaultNames],
    ['value', field.value, []],
    ['filter', field.filter, ['option']],
    ['earliest', field.earliest, []],
    ['latest', field.latest, []],
    ...Object.entries(field.requiredAt ?? {}).map(([node, when]) => [`requiredAt ${node}`, when === true ? undefined : when, []] as const),
    ['fetches.when', field.fetches?.when, []],
    ['because.when', field.because?.when, []],
    ...Object.entries(field.because?.blanks ?? {}).map(([blank, source]) => [`because.blanks ${blank}`, source, []] as const),
  ] as const
  return sources.flatMap(([attribute, source, extra]) => {
    if (source === undefined) return []
    return (noConditions.has(attribute) ? expressionFindings : conditionFindings)(source, { ...scope, extra }, attribute)
  })
}

/** Checks the values that a document link of the header proposes for other fields. */
function proposalFindings({ proposes }: FieldDefinition, fields: Fields): Finding[] {
  if (!proposes) return []
  const { rows, set } = proposes
  const columns = rows === undefined ? fields : (fields[rows]?.columns ?? {})
  return within('proposes', [
    ...(rows === undefined
      ? []
      : unknown([rows], (key) => fields[key]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } })),
    ...unknown(Object.keys(set), (key) => Object.hasOwn(columns, key), { where: 'set', what: { cn: '字段', en: 'field' } }),
    ...Object.entries(set).flatMap(([key, source]) => expressionFindings(source, { fields, extra: ['option'] }, key)),
  ])
}
