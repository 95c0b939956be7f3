import { editableFields } from '../evaluate/access/editable.ts'
import { planOf } from '../evaluate/plan/plan.ts'
import { fieldAt } from '../evaluate/path.ts'
import type { Fields, FieldDefinition } from '../fields.ts'
import { nodesOf } from '../flow/flow-nodes.ts'
import { type BudgetEffect, budgetTables, type Form, type Posts, type ShownBudget, type Unique } from '../form.ts'
import { columnType } from '../fields/list-columns.ts'
import type { Rule } from '../rules.ts'
import { kindOf } from '../kinds/registry.ts'
import { subjectPaths } from '../wording/subject.ts'
import { figureFindings } from './link-findings.ts'
import { confidentialFindings } from './fields/confidential-findings.ts'
import { conditionFindings } from './absence/absence-findings.ts'
import { expressionFindings, type ExpressionScope } from './expressions.ts'
import { fieldFindings } from './fields/field-findings.ts'
import { flowAbsenceFindings, flowFindings } from './flow/flow-findings.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from './problem.ts'
import type { KindDefinition } from '../kinds/kind.ts'

const what = { cn: '字段', en: 'field' }

/** Checks a form, shipped or designed. Without `dictionaries`, these are not checked. */
export function formFindings(form: Form, dictionaries?: ReadonlySet<string>): Finding[] {
  const { followUps = [] } = form
  const nodes = new Set([...nodesOf(form.flow), ...followUps].map(({ id }) => id))
  const sections = form.sections.length > 0 ? new Set(form.sections.map(({ id }) => id)) : undefined
  const declared = fieldFindings({ fields: form.fields, dictionaries, nodes, sections })
  const broken = [
    ...untranslated(form, ''),
    ...declared,
    ...within('rules', form.rules.flatMap((rule) => within(rule.id, ruleFindings(rule, form.fields, nodes)))),
    ...repeated(form.rules.map(({ id }) => id), { where: 'rules', what: { cn: '规则', en: 'rule' } }),
    ...within('flow', [...flowFindings(form.flow, form.fields), ...flowAbsenceFindings(form.flow, form.fields)]),
    ...(form.budget ? within('budget', budgetFindings(form.budget, form.fields)) : []),
    ...(form.budgetShown ? within('budgetShown', shownFindings(form.budgetShown, form.fields)) : []),
    ...sectionFindings(form),
    ...within('followUps', followUpFindings(form)),
    ...listFindings(form),
    ...within('unique', uniqueFindings(form)),
    ...within('figures', figureFindings(form)),
    ...within('posts', postsFindings(form)),
    ...requiredFindings(form),
  ]
  return [...broken, ...(broken.length === 0 ? [...cycleFindings(form), ...confidentialFindings(form)] : [])]
}

function ruleFindings(rule: Rule, fields: Fields, nodes: ReadonlySet<string>): Finding[] {
  const { each, acceptedBy, at = [] } = rule
  const inside = each === undefined ? fields : (fields[each]?.columns ?? {})
  return [
    ...untranslated(rule, ''),
    ...(each === undefined
      ? []
      : unknown([each], (key) => fields[key]?.kind === 'table', { where: 'each', what: { cn: '表格', en: 'table' } })),
    ...conditionFindings(rule.when, { fields, table: each }, 'when'),
    ...blankFindings(rule, { fields, table: each }),
    ...unknown(rule.fields, (path) => fieldAt(inside, path) !== undefined, { where: 'fields', what }),
    ...(acceptedBy === undefined
      ? []
      : unknown([acceptedBy], (key) => inside[key]?.kind === 'checkbox', { where: 'acceptedBy',
        what: { cn: '勾选字段', en: 'checkbox' } })),
    ...unknown(at, (id) => id === 'start' || nodes.has(id), { where: 'at', what: { cn: '审批节点', en: 'node' } }),
  ]
}

/** Checks that every placeholder in a rule's sentences has an expression in `blanks`. */
function blankFindings({ cn, en, blanks = {} }: Rule, scope: ExpressionScope): Finding[] {
  const named = [...`${cn} ${en}`.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return [
    ...unknown([...new Set(named)], (name) => Object.hasOwn(blanks, name), { where: 'blanks', what: { cn: '占位符', en: 'blank' } }),
    ...Object.entries(blanks).flatMap(([name, source]) => expressionFindings(source, scope, `blanks ${name}`)),
  ]
}

function budgetFindings(budget: BudgetEffect, fields: Fields): Finding[] {
  const { department, category, month, offBudget, releaseOn, settled } = budget
  const tables = budgetTables(budget)
  return [
    ...unknown(tables, (key) => fields[key]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } }),
    ...unknown([month], (key) => fields[key]?.kind === 'date', { where: 'month', what: { cn: '日期字段', en: 'date field' } }),
    ...(settled === undefined
      ? []
      : unknown([settled], (key) => fields[key]?.kind === 'switch', { where: 'settled', what: { cn: '开关字段', en: 'switch' } })),
    ...(releaseOn === undefined ? [] : expressionFindings(releaseOn, { fields, extra: ['completedOn'] }, 'releaseOn')),
    ...(tables.length === 0 ? [undefined] : tables).flatMap((table) => {
      const columns = table === undefined ? fields : { ...fields, ...fields[table]?.columns }
      const known = (key: string): boolean => Object.hasOwn(columns, key)
      return [
        ...unknown([department], known, { where: 'department', what }),
        ...unknown([category], known, { where: 'category', what }),
        ...(offBudget === undefined ? [] : unknown([offBudget], known, { where: 'offBudget', what })),
        ...expressionFindings(budget.amount, { fields, table }, 'amount'),
      ]
    }),
  ]
}

function shownFindings({ switch: switchField, ...shown }: ShownBudget, fields: Fields): Finding[] {
  return [
    ...budgetFindings({ class: 'spending', ...shown }, fields),
    ...unknown(switchField === undefined ? [] : [switchField], (key) => fields[key]?.kind === 'switch', { where: 'switch',
      what: { cn: '开关字段', en: 'switch' } }),
  ]
}

/** Finds fields that a node requires but does not let its approver edit: they could never be filled in. */
function requiredFindings(form: Form): Finding[] {
  const paths = Object.entries(form.fields).flatMap((
    [key, field],
  ) => [[key, field] as const, ...Object.entries(field.columns ?? {}).map(([column, cell]) => [`${key}.${column}`, cell] as const)])
  return paths.flatMap(([path, { requiredAt = {} }]) =>
    Object.keys(requiredAt).filter((node) => !editableFields(form, node)(path)).map((node) =>
      finding(`${path} › requiredAt`, `节点“${node}”必填，但不可填写`, `It is required at “${node}”, where it is not filled in`)
    )
  )
}

function sectionFindings({ sections }: Form): Finding[] {
  return [
    ...repeated(sections.map(({ id }) => id), { where: 'sections', what: { cn: '分区', en: 'section' } }),
    ...sections.flatMap((section) => untranslated(section, `sections ${section.id}`)),
  ]
}

/** Checks follow-ups. They share a name space with the nodes, so no id may occur in both. */
function followUpFindings({ followUps = [], flow, fields }: Form): Finding[] {
  return [
    ...followUps.flatMap((
      followUp,
    ) => [...untranslated(followUp, followUp.id),
      ...(followUp.when === undefined ? [] : conditionFindings(followUp.when, { fields }, followUp.id))]
    ),
    ...(followUps.length === 0
      ? []
      : repeated([...nodesOf(flow), ...followUps].map(({ id }) => id), { where: '', what: { cn: '节点', en: 'node' } })),
  ]
}

function labelPaths({ print }: Form): string[] {
  const { labels } = print || {}
  return labels ? [labels.number, labels.name, ...(labels.more ?? [])].map((column) => `${labels.rows}.${column}`) : []
}

function listFindings(form: Form): Finding[] {
  const { fields, columns, sections, print } = form
  const known = (key: string): boolean => Object.hasOwn(fields, key)
  const printed = (key: string): boolean => fieldAt(fields, key) !== undefined || sections.some(({ id }) => id === key)
  return [
    ...unknown((print || {}).omit ?? [], printed, { where: 'print', what: { cn: '分区或字段', en: 'section or field' } }),
    ...unknown([...((print || {}).cover ?? []), ...((print || {}).photos ?? []), ...labelPaths(form)],
      (path) => fieldAt(fields, path) !== undefined, { where: 'print', what }),
    ...unknown(columns, known, { where: 'columns', what }),
    ...columns.filter((key) => fields[key] && columnType(fields[key]) === undefined).map((key) =>
      finding(`columns ${key}`, '列表不能显示此类字段', 'A list cannot show a field of this kind')
    ),
    ...(['amount', 'approved', 'unclaimed', 'claimed', 'claimable'] as const).flatMap((role) => {
      const field = form[role]
      return field === undefined ? [] : unknown([field], known, { where: role, what })
    }),
    ...approvedFindings(form),
    ...subjectFindings(form),
  ]
}

/**
 * Checks the fields of the subject. Lists show it next to the title to every reader, so neither account numbers nor confidential fields may
 * be part of it.
 */
function subjectFindings(form: Form): Finding[] {
  return subjectPaths(form).flatMap((path) => {
    const field = fieldAt(form.fields, path)
    if (!field) return unknown([path], () => false, { where: 'subject', what })
    const isOpen = field.visibleTo === undefined && fieldAt(form.fields, path.split('.')[0] ?? '')?.visibleTo === undefined
    return isOpen && kindOf(field).subject !== undefined && columnType(field) !== undefined
      ? []
      : [finding(`subject ${path}`, '主题不能由此类字段组成', 'A subject cannot be made of a field of this kind')]
  })
}

/** Finds an approved amount without a spending budget: only such a budget gives its amount in RMB. */
function approvedFindings({ approved, budget }: Form): Finding[] {
  if (approved === undefined || budget?.class === 'spending') return []
  return [finding('approved', '核准金额须由支出预算折算人民币', 'An approved amount needs a spending budget that says what it is in RMB')]
}

function cycleFindings(form: Form): Finding[] {
  const { cycle } = planOf(form)
  const path = cycle.join(' → ')
  return cycle.length === 0
    ? []
    : [finding('fields', `计算字段循环引用：${path}`, `Calculated fields read each other in a circle: ${path}`)]
}

/** Checks that the number which another system assigns goes into a text field set by the system. */
const numberFindings = (into: string | undefined, fields: Fields): Finding[] =>
  unknown(into === undefined ? [] : [into], (key) => fields[key]?.kind === 'text' && fields[key].system === true, { where: 'into',
    what: { cn: '系统文本字段', en: 'system text' } })

/** Checks that `after` names a posting that is declared earlier in the list. */
const earlierFindings = (after: string | undefined, earlier: readonly { readonly id: string }[]): Finding[] =>
  unknown(after === undefined ? [] : [after], (step) => earlier.some(({ id }) => id === step), { where: 'after',
    what: { cn: '之前的过账', en: 'earlier posting' } })

/** Finds postings before a pass that are at no node, or wait for another. */
const beforeFindings = ({ before, at, after }: Pick<Posts, 'before' | 'at' | 'after'>): Finding[] => [
  ...(before && ['completion', 'end'].includes(at)
    ? [finding('before', '只有节点的过账可以先于通过', 'Only a posting at a node can be sent before a pass')]
    : []),
  ...(before && after !== undefined
    ? [finding('before', '先于通过的过账不能等待其他过账', 'A posting before a pass cannot wait for another')]
    : []),
]

/** Checks postings to other systems: their moment, their rows, and their expressions. */
function postsFindings({ posts = [], fields, flow }: Form): Finding[] {
  const moments = new Set(['completion', 'end', ...nodesOf(flow).filter(({ block }) => block === 'approve').map(({ id }) => id)])
  return [
    ...repeated(posts.map(({ id }) => id), { where: '', what: { cn: '过账', en: 'posting' } }),
    ...posts.flatMap(({ id, cn, en, at, before, after, rows, when, body, lists, amount, into }, place) =>
      within(id, [
        ...beforeFindings({ before, at, after }),
        ...earlierFindings(after, posts.slice(0, place)),
        ...untranslated({ cn, en }, ''),
        ...unknown([at], (moment) => moments.has(moment), { where: 'at', what: { cn: '时机', en: 'moment' } }),
        ...unknown(rows === undefined ? [] : [rows], (key) => fields[key]?.kind === 'table', { where: 'rows',
          what: { cn: '表格', en: 'table' } }),
        ...numberFindings(into, rows === undefined ? fields : (fields[rows]?.columns ?? {})),
        ...(Object.keys(body).length === 0 ? [finding('body', '没有要发送的内容', 'Nothing is sent')] : []),
        ...Object.entries({ ...body, ...(when !== undefined && { when }), ...(amount !== undefined && { amount }) }).flatMap((
          [name, source],
        ) => (name === 'when' ? conditionFindings : expressionFindings)(source, { fields, table: rows }, name)),
        ...sentListFindings(lists, fields),
      ])
    ),
  ]
}

const sentListFindings = (lists: Posts['lists'] = {}, fields: Fields): Finding[] =>
  Object.entries(lists).flatMap(([name, { table, entry }]) =>
    within(name, [
      ...unknown([table], (key) => fields[key]?.kind === 'table', { where: 'table', what: { cn: '表格', en: 'table' } }),
      ...Object.entries(entry).flatMap(([key, source]) => expressionFindings(source, { fields, table }, key)),
    ])
  )

/** Checks the uniqueness constraints of a form. */
const uniqueFindings = (form: Pick<Form, 'fields' | 'unique'>): Finding[] =>
  (form.unique ?? []).flatMap((unique) => oneFinding(form, unique))

function oneFinding({ fields }: Pick<Form, 'fields'>, { by, rows, span, message }: Unique): Finding[] {
  const columns = rows === undefined ? undefined : fields[rows]?.columns
  const has = (trait: (kind: KindDefinition) => boolean) => (key: string) => {
    const field = columns?.[key] ?? fields[key]
    return field !== undefined && trait(kindOf(field))
  }
  return [
    ...rowFindings(by, rows, { fields, columns }),
    ...unknown(by, (key) => has((kind) => kind.isComparable === true)(key) || isSingleLink(columns?.[key] ?? fields[key]), { where: 'by',
      what: { cn: '可比较的字段', en: 'field that can be compared' } }),
    ...unknown(span ?? [], has(({ holds }) => holds === 'date' || holds === 'datetime'), { where: 'span',
      what: { cn: '日期字段', en: 'date field' } }),
    ...(message ? untranslated(message, 'message') : []),
  ]
}

/** Whether a field links exactly one document and so has a single value. */
const isSingleLink = (field: FieldDefinition | undefined): boolean => field?.kind === 'documentLink' && field.max === 1

function rowFindings(by: readonly string[], rows: string | undefined,
  { fields, columns }: { readonly fields: Fields; readonly columns: Fields | undefined }): Finding[] {
  const [first] = by
  if (first === undefined) return [finding('by', '未指定字段', 'It names no field')]
  return [
    ...repeated(by, { where: 'by', what: { cn: '字段', en: 'field' } }),
    ...(rows === undefined
      ? []
      : unknown([rows], (key) => fields[key]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } })),
    ...(columns && !columns[first] ? [finding('by', '第一个字段须为该表格的列', 'The first field is a column of the table')] : []),
  ]
}
