import { type FieldDefinition, fieldKinds, type Fields } from '../../fields.ts'
import { isHostRole, roleHolders } from '../../fields/roles.ts'
import { kindOf } from '../../kinds/registry.ts'
import { ownRecordKinds } from '../../record-kinds.ts'
import { calledOptionFindings } from '../call-findings.ts'
import { conditionFindings } from '../absence/absence-findings.ts'
import { consumptionFindings } from '../links/consumption-findings.ts'
import { defaultNames, expressionFindings, type ExpressionScope } from '../expressions.ts'
import { holderFindings } from './field-role-findings.ts'
import { proposalFindings } from '../links/proposal-findings.ts'
import { takingFindings } from '../links/taking-findings.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from '../problem.ts'

/** The declaration that fields are part of. */
export interface Declaration {
  readonly fields: Fields
  /** Keys of every dictionary; without it, dictionaries are not looked at. */
  readonly dictionaries?: ReadonlySet<string>
  /** Ids of the nodes of the form's flow; a record has none. */
  readonly nodes: ReadonlySet<string>
  /** Ids of the form's sections; without it, sections are not looked at. */
  readonly sections?: ReadonlySet<string>
}

/** Finds the faults of the fields of a form or a resource, and of their columns. */
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

/** Of several fields in a role, one would be taken by chance. */
const rolesTwice = (fields: Fields): Finding[] =>
  repeated(Object.values(fields).flatMap(({ as: role }) => role ?? []), { where: 'as', what: { cn: '字段角色', en: 'role' } })

function oneFinding(field: FieldDefinition, declaration: Declaration, table: string | undefined): Finding[] {
  return [
    ...untranslated(field, ''),
    ...(field.because ? untranslated(field.because, 'because') : []),
    ...attributeFindings(field),
    ...limitFindings(field),
    ...choiceFindings(field, declaration),
    ...calledOptionFindings(field, declaration.fields, table),
    ...recordFindings(field),
    ...roleFindings(field, table !== undefined),
    ...nodeFindings(field, declaration),
    ...expressions(field, { fields: declaration.fields, table }),
    ...unknown(field.owner === undefined ? [] : [field.owner], (column) => field.columns?.[column]?.kind === 'person', { where: 'owner',
      what: { cn: '人员列', en: 'person column' } }),
    ...unknown(field.fetches?.by ?? [], (name) => declaration.fields[name] !== undefined, { where: 'fetches',
      what: { cn: '字段', en: 'field' } }),
    ...(field.columnGroups ?? []).flatMap((group) =>
      unknown([...group.columns, group.shows, ...(group.tag === undefined ? [] : [group.tag])], (name) =>
        field.columns?.[name] !== undefined, { where: 'columnGroups', what: { cn: '列', en: 'column' } })
    ),
    ...(table !== undefined && field.kind === 'table' ? [finding('', '表格内不能再有表格', 'A table cannot stand inside a table')] : []),
  ]
}

/** Attributes that every kind has. */
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
  'unrepeated',
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

function limitFindings({ min = -Infinity, max = Infinity, pattern, precision }: FieldDefinition): Finding[] {
  const findings: Finding[] = []
  if (min > max) findings.push(finding('min', '最小值大于最大值', 'The minimum is above the maximum'))
  if (!isPlaces(precision)) findings.push(finding('precision', '小数位数须为0到10', 'Decimal places are 0 to 10'))
  if (pattern !== undefined && !isPattern(pattern)) findings.push(finding('pattern', '正则表达式有误', 'The pattern cannot be read'))
  return findings
}

const isPlaces = (precision = 0): boolean => Number.isInteger(precision) && precision >= 0 && precision <= 10

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** A field that chooses among records names their kind, and has no options besides. */
function recordFindings({ kind, dict, options, of, to }: FieldDefinition): Finding[] {
  if (kind === 'reference' && !to) return [finding('to', '未指定引用的基础数据', 'A reference names what it refers to')]
  if (of === undefined) return []
  const isBoth = dict !== undefined || options !== undefined
  return [
    ...unknown([of], (kind) => ownRecordKinds.has(kind) || !(fieldKinds as readonly string[]).includes(kind), { where: 'of',
      what: { cn: '基础数据类型', en: 'kind of record' } }),
    ...(isBoth ? [finding('of', '选择基础数据时不能再有选项', 'What chooses records has no options')] : []),
  ]
}

/** A role of the framework belongs to a kind of field; those of modules are checked with the whole composition. */
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

/** Attributes whose expressions give a value or choose among records; the others are conditions. */
const noConditions: ReadonlySet<string> = new Set(['default', 'value', 'filter'])

function expressions(field: FieldDefinition, scope: ExpressionScope): Finding[] {
  const sources = [
    ['required', field.required === true ? undefined : field.required, []],
    ['visible', field.visible, []],
    ['locked', field.locked, []],
    ['default', field.default, defaultNames],
    ['value', field.value, []],
    ['filter', field.filter, ['option']],
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
