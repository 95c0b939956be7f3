import { editableFields } from '../evaluate/access/editable.ts'
import { planOf } from '../evaluate/plan/plan.ts'
import { fieldAt } from '../evaluate/path.ts'
import type { Fields } from '../fields.ts'
import { nodesOf } from '../flow/flow-nodes.ts'
import { type BudgetEffect, budgetTables, type Form, type ShownBudget } from '../form.ts'
import { columnType } from '../fields/list-columns.ts'
import type { Rule } from '../rules.ts'
import { subjectKinds, subjectPaths } from '../wording/subject.ts'
import { figureFindings } from './call-findings.ts'
import { confidentialFindings } from './fields/confidential-findings.ts'
import { conditionFindings } from './absence/absence-findings.ts'
import { expressionFindings, type ExpressionScope } from './expressions.ts'
import { fieldFindings } from './fields/field-findings.ts'
import { flowAbsenceFindings, flowFindings } from './flow/flow-findings.ts'
import { postsFindings } from './posts-findings.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from './problem.ts'
import { uniqueFindings } from './fields/unique-findings.ts'

const what = { cn: '字段', en: 'field' }

/** Finds the faults of a form, shipped or designed. Without `dictionaries`, those are not looked at. */
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

/** Every blank of a rule's sentences stands for something. */
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

/** A field that a node requires is open there: nobody could fill it in otherwise. */
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

/** They are named among the nodes, so none may be called like one. */
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
 * A subject is written beside the title for everybody who lists the document, so neither account numbers nor confidential fields are a part
 * of it.
 */
function subjectFindings(form: Form): Finding[] {
  return subjectPaths(form).flatMap((path) => {
    const field = fieldAt(form.fields, path)
    if (!field) return unknown([path], () => false, { where: 'subject', what })
    const isOpen = field.visibleTo === undefined && fieldAt(form.fields, path.split('.')[0] ?? '')?.visibleTo === undefined
    return isOpen && subjectKinds.has(field.kind) && columnType(field) !== undefined
      ? []
      : [finding(`subject ${path}`, '主题不能由此类字段组成', 'A subject cannot be made of a field of this kind')]
  })
}

/** Only a spending budget says what an approved amount is in RMB. */
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
