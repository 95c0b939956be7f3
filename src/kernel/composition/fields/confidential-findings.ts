import { confidentialPaths, isShownTo } from '../../fields/confidential.ts'
import { confidentialReads, readByRule } from '../../evaluate/access/confidential-reads.ts'
import { editableFields } from '../../evaluate/access/editable.ts'
import { fieldAt, parsePath } from '../../evaluate/path.ts'
import type { FieldDefinition, Fields } from '../../fields.ts'
import { kindOf } from '../../kinds/registry.ts'
import type { VisibleTo } from '../../fields/links.ts'
import { nodesOf } from '../../flow/flow-nodes.ts'
import { budgetTables, type Form } from '../../form.ts'
import type { Rule } from '../../rules.ts'
import { subjectPaths } from '../../wording/subject.ts'
import { type Finding, finding, unknown, within } from '../problem.ts'

/** Checks that the confidential fields of a form are not disclosed by other parts of it. Its expressions have to be parseable. */
export function confidentialFindings(form: Form): Finding[] {
  const paths = [...confidentialPaths(form.fields)]
  if (paths.length === 0) return []
  return [
    ...paths.flatMap((path) => within(path, declarationFindings(form, path, fieldAt(form.fields, path)!))),
    ...readersOf(form).flatMap(({ where, own, sources, ...place }) =>
      sources.flatMap((source) => readFindings(form.fields, { where, own, reads: confidentialReads(form.fields, source, place) }))
    ),
    ...shownFields(form).flatMap((
      { where, path },
    ) => (paths.includes(path)
      ? [finding(where, `“${path}”为保密字段，不能用于此处`, `“${path}” is confidential and cannot be used here`)]
      : [])
    ),
    ...form.rules.flatMap((rule) => within(`rules › ${rule.id}`, ruleFindings(form.fields, rule))),
  ]
}

function declarationFindings(form: Form, path: string, field: FieldDefinition): Finding[] {
  const { roles = [], nodes = [] } = field.visibleTo ?? {}
  const known = new Set(['start', ...nodesOf(form.flow).map(({ id }) => id), ...(form.followUps ?? []).map(({ id }) => id)])
  const faults: readonly [boolean, string, string][] = [
    [field.visibleTo !== undefined && roles.length + nodes.length === 0, '未指定可见的角色或节点', 'It names neither roles nor nodes'],
    [kindOf(field).isNeverConfidential === true, `${field.kind}类型的字段不能保密`,
      `A field of the kind ${field.kind} cannot be confidential`],
    [field.as !== undefined, '有用途的字段不能保密', 'A field with a role cannot be confidential'],
  ]
  return [
    ...faults.filter(([isWrong]) => isWrong).map(([, cn, en]) => finding('visibleTo', cn, en)),
    ...unknown(nodes, (id) => known.has(id), { where: 'visibleTo', what: { cn: '审批节点', en: 'node' } }),
    ...[...known].filter((at) => editableFields(form, at)(path) && !isShownAt(form, path, at)).map((at) =>
      finding('visibleTo', `节点“${at}”可填写，但不可见`, `It is filled in at “${at}”, where it is not shown`)
    ),
  ]
}

/** Returns whether a path is visible to every person who acts at a node. */
function isShownAt({ fields, followUps = [] }: Pick<Form, 'fields' | 'followUps'>, path: string, at: string): boolean {
  const { key } = parsePath(path)
  const role = followUps.find(({ id }) => id === at)?.role
  const reader = { roles: role === undefined ? [] : [role], nodes: [at] }
  return [fieldAt(fields, key), fieldAt(fields, path)].every((field) => field === undefined || isShownTo(field, reader))
}

interface Reads {
  readonly where: string
  /** The readers to whom the result is shown; undefined: everybody. */
  readonly own: VisibleTo | undefined
}

/** Finds confidential fields that an expression reads although its result has a wider readership. */
const readFindings = (fields: Fields, { where, own, reads }: Reads & { readonly reads: readonly string[] }): Finding[] =>
  reads.filter((path) => !coversPath(fields, path, own)).map((path) =>
    finding(where, `读取了保密字段“${path}”，可见范围不能更大`,
      `It reads the confidential field “${path}” and may not be shown to more readers`)
  )

/** Returns whether a path is visible to all readers named by `own`. */
export const coversPath = (fields: Fields, path: string, own: VisibleTo | undefined): boolean =>
  [fieldAt(fields, parsePath(path).key)?.visibleTo, fieldAt(fields, path)?.visibleTo].every((read) =>
    read === undefined || covers(read, own)
  )

function covers(read: VisibleTo, own: VisibleTo | undefined): boolean {
  if (!own) return false
  const isWithin = (part: 'roles' | 'nodes') => (own[part] ?? []).every((name) => read[part]?.includes(name))
  return isWithin('roles') && isWithin('nodes')
}

interface ConfidentialRead extends Reads {
  readonly sources: readonly string[]
  readonly table?: string
  readonly isWhole?: boolean
}

/**
 * Collects the expressions whose result is shown to readers. Rules have a check of their own; conditions of the flow are left out, because
 * the approvers whom they select are no secret.
 */
function readersOf({ fields, budget, followUps = [] }: Form): ConfidentialRead[] {
  const ofFields = Object.entries(fields).flatMap(([key, field]) => [
    reader(key, field, field.visibleTo),
    ...Object.entries(field.columns ?? {}).map(([column, definition]) =>
      reader(`${key}.${column}`, definition, definition.visibleTo ?? field.visibleTo, key)
    ),
  ])
  const tables = budget ? [undefined, ...budgetTables(budget)] : []
  return [
    ...ofFields,
    ...tables.map((table) => ({ where: 'budget', own: undefined, sources: defined(budget?.amount, budget?.releaseOn), table })),
    ...followUps.map(({ id, when }) => ({ where: `followUps › ${id}`, own: undefined, sources: defined(when) })),
  ]
}

const reader = (where: string,
  { required, requiredAt = {}, visible, locked, default: proposed, value, filter, earliest, latest, fetches, claims, proposes, because,
    columns }: FieldDefinition, own: VisibleTo | undefined, table?: string): ConfidentialRead => ({ where, own, table,
    isWhole: columns !== undefined,
    sources: defined(...[required, ...Object.values(requiredAt)].filter((when) => when !== true), visible, locked, proposed, value, filter,
      earliest, latest, fetches?.when, claims?.amount, ...sourcesOfBecause(because), ...Object.values(proposes?.set ?? {})) })

const sourcesOfBecause = (
  because: FieldDefinition['because'],
): readonly string[] => (because ? [because.when, ...Object.values(because.blanks ?? {})] : [])

const defined = (...sources: readonly (string | undefined)[]): string[] => sources.filter((source) => source !== undefined)

/** Paths that the product shows to every reader of a document: in lists, budgets and balances. */
function shownFields(
  { budgetShown, amount, approved, claimable, claimed, unclaimed, subject, unique = [], budget }: Form,
): { where: string; path: string }[] {
  const header = { amount, approved, claimable, claimed, unclaimed, ...(budget &&
    { department: budget.department, category: budget.category, month: budget.month, offBudget: budget.offBudget,
      settled: budget.settled }) }
  const shown = budgetShown ? Object.entries(budgetShown).map(([where, path]) => ({ where: `budgetShown › ${where}`, path })) : []
  const compared = unique.flatMap(({ by, rows }) => by.flatMap((key) => [key, `${rows}.${key}`]).map((path) => ({ where: 'unique', path })))
  const titles = subjectPaths({ subject }).map((path) => ({ where: 'subject', path }))
  const rows = budget
    ? budgetTables(budget).flatMap((table) =>
      defined(budget.department, budget.category, budget.offBudget).map((key) => ({ where: 'budget', path: `${table}.${key}` }))
    )
    : []
  return [...titles, ...shown, ...compared,
    ...Object.entries(header).flatMap(([where, path]) => (path === undefined ? [] : [{ where, path }])), ...rows]
}

/** Finds confidential fields in a rule that refuses. A warning may read them: it is shown only to readers who see all that it reads. */
function ruleFindings(fields: Fields, rule: Rule): Finding[] {
  if (rule.level === 'warn') return []
  const reads = readByRule(fields, rule)
  return (rule.at ?? ['start']).flatMap((at) =>
    reads.filter((path) => !isShownAt({ fields }, path, at)).map((path) =>
      finding('when', `在节点“${at}”读取了保密字段“${path}”：只能提示，不能拦截`,
        `At “${at}” it reads the confidential field “${path}”: there it may warn, and refuse nothing`)
    )
  )
}
