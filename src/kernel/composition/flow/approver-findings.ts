import { fieldAt } from '../../evaluate/path.ts'
import type { Fields } from '../../fields.ts'
import type { ApproverRule } from '../../flow.ts'
import { type RecordKind, recordKindOf, sourceOf } from '../../record-kinds.ts'
import { flowNames } from '../expressions.ts'
import { type Finding, finding, unknown } from '../problem.ts'

interface ApproverContext {
  readonly fields: Fields
  /** Ids of the approval nodes before this one. */
  readonly earlier: ReadonlySet<string>
}

type ApproverRuleOf<Name extends ApproverRule['rule']> = Extract<ApproverRule, { rule: Name }>
type Checks = { readonly [Name in ApproverRule['rule']]: (rule: ApproverRuleOf<Name>, context: ApproverContext) => Finding[] }

/** Checks the rule by which a node determines its approvers. */
export function approverFindings(rule: ApproverRule, context: ApproverContext): Finding[] {
  const check = checks[rule.rule] as (rule: ApproverRule, context: ApproverContext) => Finding[]
  return check(rule, context)
}

const parts = (rule: ApproverRuleOf<'both'> | ApproverRuleOf<'firstOf'>,
  context: ApproverContext): Finding[] => [...named(rule.parts), ...rule.parts.flatMap((part) => approverFindings(part, context))]

const from = (...kinds: readonly RecordKind[]) => ({ field }: { readonly field?: string }, { fields }: ApproverContext): Finding[] =>
  sourceFindings(field, fields, kinds)

/** Sources that each rule accepts. A person is accepted for a department: the department is then the person's. */
const checks: Checks = {
  departmentHead: from('department', 'person'),
  superior: from('department', 'person'),
  vicePresident: from('department', 'person'),
  ownerOf: ({ field }, { fields }) => recordFindings(field, fields),
  person: from('person'),
  rowPersons: from('person'),
  generalManager: () => [],
  initiator: () => [],
  system: () => [],
  role: (rule, { fields }) => [
    ...(rule.role === '' ? [finding('by', '未指定角色', 'No role is named')] : []),
    ...(rule.by === undefined ? sourceFindings(rule.scope, fields, ['department']) : fieldFindings(rule.scope, fields)),
  ],
  selectUser: ({ size, from: source }, { fields }) => [
    ...(size >= 1 ? [] : [finding('by', '可选人数至少为1', 'At least one person is to be chosen')]),
    ...sourceFindings(source, fields, ['person']),
  ],
  sameAs: ({ node }, { earlier }) =>
    unknown([node], (id) => id === 'start' || earlier.has(id), { where: 'by', what: { cn: '更早的节点', en: 'earlier node' } }),
  fixed: ({ people }) => named(people),
  both: parts,
  firstOf: parts,
}

const named = (people: readonly unknown[]): Finding[] => (people.length > 0 ? [] : [finding('by', '未指定审批人', 'Nobody is named')])

/** Checks that the field exists. `roleScopeFindings`, with the whole composition, checks that it holds values of the scope. */
const fieldFindings = (path: string | undefined, fields: Fields): Finding[] =>
  unknown([path ?? ''], (key) => fieldAt(fields, key) !== undefined, { where: 'by', what: { cn: '字段', en: 'field' } })

/** Checks that the field holds records. `ownerFindings`, with the whole composition, checks that these records have owners. */
function recordFindings(path: string, fields: Fields): Finding[] {
  const field = fieldAt(fields, path)
  if (!field) return fieldFindings(path, fields)
  return recordKindOf(field) === undefined ? [noApprovers(path)] : []
}

function sourceFindings(path: string | undefined, fields: Fields, kinds: readonly RecordKind[]): Finding[] {
  if (path === undefined || (flowNames as readonly string[]).includes(path)) return []
  const field = fieldAt(fields, path)
  if (!field) return unknown([path], () => false, { where: 'by', what: { cn: '字段', en: 'field' } })
  return kinds.includes(sourceOf(field))
    ? []
    : [noApprovers(path)]
}

const noApprovers = (path: string): Finding =>
  finding('by', `字段“${path}”不能用来查找审批人`, `The field “${path}” does not lead to an approver here`)
