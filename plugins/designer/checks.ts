import { formProblemsAmong } from '#kernel/composition/problems.ts'
import { type Finding, finding, within } from '#kernel/composition/problem.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { Label } from '#kernel/wording/label.ts'
import { companyId, designedForm } from './company.ts'
import { costFindings } from './expression-cost.ts'
import { beyondLimit, counted } from './model/findings.ts'
import { hasNestedQuantifiers, longestPattern } from './pattern-cost.ts'
import { isForeignHeaderField, isHeaderField, isReservedKey } from './model/content.ts'
import type { DesignProblem, FormContent } from './wire.ts'

/** The limits of a design, of a form or a register. */
export const limits = { fields: 200, columns: 20, rows: 500, rules: 50, listColumns: 8, expression: 2_000, name: 30, label: 30,
  description: 200 } as const

const pagePattern = /^[a-z0-9-]{2,40}$/
const prefixPattern = /^[A-Z]{2,6}$/
const keyPattern = /^[a-z][A-Za-z0-9]{1,39}$/

/** Pages that a design cannot have: those beside the forms, and those of its documents and its list. */
export const isReservedPage = (urlPage: string): boolean => ['test', 'designer', 'new'].includes(urlPage) || /-(detail|list)$/.test(urlPage)

/** Finds what keeps a design from being published, by its own content and by the modules of the product. */
export function designProblems(content: FormContent, plugins: readonly Plugin[]): readonly DesignProblem[] {
  const others = plugins.map((plugin) =>
    plugin.id === companyId ? { ...plugin, forms: plugin.forms.filter(({ designed }) => designed?.urlPage !== content.urlPage) } : plugin
  )
  const own = [...contentFindings(content), ...takenFindings(content, others)]
  const form = designedForm(content)
  const found = own.length > 0 ? own : [...costFindings(form), ...formProblemsAmong(form, others)]
  return found.map(({ where, text, counterexample }) => ({ where,
    text: counterexample ? { cn: `${text.cn}：${counterexample.cn}`, en: `${text.en}: ${counterexample.en}` } : text })
  )
}

/** Findings of a prefix that another form has already, and of a group that nobody declares. */
function takenFindings({ prefix, group }: FormContent, plugins: readonly Plugin[]): Finding[] {
  const other = plugins.flatMap(({ forms }) => forms).find((form) => form.prefix === prefix)
  return [
    ...(other ? [finding('prefix', `编号前缀已用于“${other.cn}”`, `The number prefix is that of “${other.en}”`)] : []),
    ...(plugins.some(({ formGroups }) => formGroups.some(({ id }) => id === group))
      ? []
      : [finding('group', `没有分组“${group}”`, `There is no group “${group}”`)]),
  ]
}

function contentFindings({ urlPage, prefix, description = '', form }: FormContent): Finding[] {
  const { cn, en, fields, rules, columns, flow, terminals } = form
  const drawn = Object.entries(fields).filter(([key]) => !isHeaderField(key))
  return [
    ...(pagePattern.test(urlPage)
      ? []
      : [finding('urlPage', '页面标识为2到40个小写字母、数字或连字符', 'The page has 2 to 40 small letters, digits or hyphens')]),
    ...(isReservedPage(urlPage) ? [finding('urlPage', '该页面标识已被保留', 'This page is reserved')] : []),
    ...(prefixPattern.test(prefix) ? [] : [finding('prefix', '编号前缀为2到6个大写字母', 'The number prefix has 2 to 6 capital letters')]),
    ...most([...cn].length, limits.name, 'cn', { cn: '个字符', en: 'characters of the name' }),
    ...most([...en].length, limits.name * 2, 'en', { cn: '个字符', en: 'characters of the name' }),
    ...most([...description].length, limits.description, 'description', { cn: '个字符', en: 'characters' }),
    ...(terminals.length > 0 ? [] : [finding('terminals', '至少选择一个终端', 'Choose at least one terminal')]),
    ...most(drawn.length, limits.fields, 'fields', counted.fields),
    ...(drawn.length > 0 ? [] : [finding('fields', '至少需要一个字段', 'Add at least one field')]),
    ...most(rules.length, limits.rules, 'rules', counted.rules),
    ...most(columns.length, limits.listColumns, 'columns', counted.columns),
    ...keyFindings(Object.fromEntries(drawn), 'fields'),
    ...headerFindings(fields),
    ...drawn.flatMap(([key, field]) => tableFindings(key, field)),
    ...(nodesOf(flow).some(({ block }) => block === 'approve')
      ? []
      : [finding('flow', '流程至少需要一个审批节点', 'The flow needs at least one approval node')]),
    ...expressionFindings({ fields: Object.fromEntries(drawn), rules, flow: flow.steps }),
  ]
}

/** The finding that there is more than a limit allows, with both figures. */
export function most(count: number, limit: number, where: string, what: Label): Finding[] {
  const { cn, en } = beyondLimit(count, limit, what)
  return count <= limit ? [] : [finding(where, cn, en)]
}

/** Finds keys of another shape, reserved or repeated ones, labels that are too long, and patterns that may run for long. */
export function keyFindings(fields: Fields, where: string): Finding[] {
  const seen = new Map<string, string>()
  return Object.keys(fields).flatMap((key) => {
    const alike = seen.get(key.toLowerCase())
    seen.set(key.toLowerCase(), key)
    return within(`${where} › ${key}`, [
      ...(keyPattern.test(key)
        ? []
        : [finding('', '字段标识以小写字母开头，2到40个字母或数字', 'A key begins with a small letter and has 2 to 40 letters or digits')]),
      ...most([...fields[key]!.cn].length, limits.label, 'cn', { cn: '个字符', en: 'characters' }),
      ...most([...fields[key]!.en].length, limits.label * 2, 'en', { cn: '个字符', en: 'characters' }),
      ...patternFindings(fields[key]!),
      ...(isReservedKey(key) ? [finding('', `字段标识“${key}”已被保留`, `The key “${key}” is reserved`)] : []),
      ...(alike === undefined ? [] : [finding('', `字段标识重复：${key}`, `Duplicate field key: ${key}`)]),
    ])
  })
}

function patternFindings({ pattern = '' }: FieldDefinition): Finding[] {
  if (pattern.length > longestPattern)
    return [finding('pattern', `格式最多${longestPattern}个字符`, `A pattern has at most ${longestPattern} characters`)]
  return hasNestedQuantifiers(pattern)
    ? [
      finding('pattern', '格式中不能重复本身含有重复的一组，如 (a+)+',
        'A pattern cannot repeat a group that repeats something itself, such as (a+)+'),
    ]
    : []
}

/** Finds fields that the field of every document with the same key would take the place of. */
const headerFindings = (fields: Fields): Finding[] =>
  Object.entries(fields).filter(([key, field]) => isForeignHeaderField(key, field)).map(([key]) =>
    finding(`fields › ${key}`, `“${key}”是每张单据都有的字段，其类型和取值由产品决定，请换一个字段标识`,
      `“${key}” is a field of every document, whose kind and value the product settles. Choose another key`)
  )

function tableFindings(key: string, { kind, columns = {}, max }: FieldDefinition): Finding[] {
  if (kind !== 'table') return []
  return within(`fields › ${key}`, [
    ...most(Object.keys(columns).length, limits.columns, 'columns', { cn: '列', en: 'columns' }),
    ...(typeof max === 'number' ? most(max, limits.rows, 'max', { cn: '行', en: 'rows' }) : []),
    ...keyFindings(columns, 'columns'),
    ...Object.entries(columns).flatMap(([column, cell]) =>
      cell.kind === 'table' ? [finding(`columns › ${column}`, '明细表中不能再有明细表', 'A table has no table in it')] : []
    ),
  ])
}

/** Texts that are too long to be an expression, wherever they stand. */
export function expressionFindings(part: unknown, where = ''): Finding[] {
  if (typeof part === 'string')
    return part.length <= limits.expression
      ? []
      : [finding(where, `最多${limits.expression}个字符`, `At most ${limits.expression} characters`)]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, inner]) => expressionFindings(inner, where === '' ? key : `${where} › ${key}`))
}
