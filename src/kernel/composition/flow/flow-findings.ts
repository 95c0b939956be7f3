import { readsAmong } from '../../evaluate/access/confidential-reads.ts'
import { fieldAt } from '../../evaluate/path.ts'
import { confidentialPaths } from '../../fields/confidential.ts'
import { type Fields, waitsFor } from '../../fields.ts'
import type { ApprovalNode, ApproverRule, Block, CopyNode, Flow } from '../../flow.ts'
import { nodesOf, ruleOf, simpleRules } from '../../flow/flow-nodes.ts'
import type { Label } from '../../wording/label.ts'
import { absenceFindings } from '../absence/absence-findings.ts'
import { expressionFindings, flowNames } from '../expressions.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from '../problem.ts'
import { type RecordKind, recordKindOf, sourceOf } from '../../record-kinds.ts'

interface ApproverContext {
  readonly fields: Fields
  /** Ids of the approval nodes before this one. */
  readonly earlier: ReadonlySet<string>
}

type ApproverRuleOf<Name extends ApproverRule['rule']> = Extract<ApproverRule, { rule: Name }>
type Checks = { readonly [Name in ApproverRule['rule']]: (rule: ApproverRuleOf<Name>, context: ApproverContext) => Finding[] }

/** Checks the rule by which a node determines its approvers. */
function approverFindings(rule: ApproverRule, context: ApproverContext): Finding[] {
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

/** Checks a flow against the fields of its form. */
export function flowFindings(flow: Flow, fields: Fields): Finding[] {
  const blocks = flow.steps.flatMap(blocksIn)
  const ids = blocks.map(({ id }) => id)
  return [
    ...repeated(ids, { where: '', what: { cn: '节点', en: 'node' } }),
    ...(ids.includes('start')
      ? [finding('start', '“start”是发起节点，不能另作他用', '“start” is the initiator’s node and cannot be another')]
      : []),
    ...(nodesOf(flow).some(({ block }) => block === 'approve') ? [] : [finding('', '流程没有审批节点', 'The flow has no approval node')]),
    ...blocks.flatMap((block) => at(block.id, blockFindings(block, fields))),
    ...nodesOf(flow).flatMap((node) => at(node.id, nodeFindings(node, fields, earlierThan(node.id, flow.steps)))),
  ]
}

/** Finds fields whose emptiness alone makes a condition of the flow hold. The conditions have to be parseable. */
export function flowAbsenceFindings(flow: Flow, fields: Fields): Finding[] {
  return flow.steps.flatMap(blocksIn).flatMap((block) =>
    conditionsOf(block).flatMap(({ where, source }) =>
      typeof source === 'string' ? at(block.id, absenceFindings(source, { fields, extra: flowNames }, where)) : []
    )
  )
}

/**
 * Finds conditions of steps and branches that read a field which is filled in at later steps only: the field is still empty when they are
 * evaluated. Warnings; the conditions have to be parseable.
 */
export function lateReadFindings(flow: Flow, fields: Fields): Finding[] {
  const filled = filledAtNodes(fields)
  return flow.steps.flatMap(blocksIn).flatMap((block) => {
    const earlier = earlierThan(block.id, flow.steps)
    const late = [...filled].filter(([, nodes]) => !nodes.some((node) => earlier.has(node))).map(([path]) => path)
    return at(block.id,
      conditionsOf(block).filter(({ where }) => where !== 'opinionRequired').flatMap(({ where, source }) =>
        typeof source === 'string'
          ? readsAmong(fields, source, late).map((path) => lateRead(where, fieldAt(fields, path) ?? labelOf(path)))
          : []
      ))
  })
}

/**
 * Finds steps whose own condition, or that of a branch around them, reads a confidential field that their approvers may not see: they
 * would learn from being asked. Warnings; the conditions have to be parseable.
 */
export function unseenReadFindings(flow: Flow, fields: Fields): Finding[] {
  const confidential = [...confidentialPaths(fields)]
  if (confidential.length === 0) return []
  const found = (steps: readonly Block[], around: readonly string[]): Finding[] =>
    steps.flatMap((block) => {
      if (block.block === 'copy') return []
      if (block.block === 'parallel') return block.branches.flatMap((branch) => found(branch, around))
      if (block.block !== 'approve') {
        const whens = block.branches.map(({ when }) => when)
        return [...block.branches.map(({ steps: inner }) => inner), block.otherwise].flatMap((inner) => found(inner, [...around, ...whens]))
      }
      const read = [...around, ...(block.when === undefined ? [] : [block.when])].flatMap((source) =>
        readsAmong(fields, source, confidential)
      )
      return at(block.id,
        [...new Set(read)].filter((path) => !isSeenAt(block, path, fields)).map((path) =>
          unseenRead(fieldAt(fields, path) ?? labelOf(path))
        ))
    })
  return found(flow.steps, [])
}

/** Returns whether everybody whom a step asks may see a confidential field. */
const isSeenAt = ({ id, by }: ApprovalNode, path: string, fields: Fields): boolean =>
  [fieldAt(fields, path.split('.')[0] ?? '')?.visibleTo, fieldAt(fields, path)?.visibleTo].every((readers) =>
    readers === undefined || (readers.nodes?.includes(id) ?? false) ||
    simpleRules(by).every((rule) => readers.roles?.includes(rule.rule === 'role' ? rule.role : rule.rule) ?? false)
  )

const unseenRead = ({ cn, en }: Label): Finding => ({
  ...finding('when', `条件读取“${cn}”，该节点的审批人无权查看`, `A condition reads “${en}”, which the approvers of this step can’t see`),
  level: 'warning',
})

const labelOf = (path: string): Label => ({ cn: path, en: path })

const lateRead = (where: string, { cn, en }: Label): Finding => ({
  ...finding(where, `“${cn}”在之后的节点才填写，此时为空`, `“${en}” is filled in at a later step and still empty here`),
  level: 'warning',
})

/** The nodes at which fields are filled in, by path; without fields that the initiator fills in. */
const filledAtNodes = (fields: Fields): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(fields).flatMap(([key, field]) => [[key, field] as const, ...Object.entries(field.columns ?? {}).map(([column, inner]) =>
      [`${key}.${column}`, inner] as const
    )]).flatMap(([path, { atNode }]) => (atNode === undefined ? [] : [[path, [atNode].flat()] as const])),
  )

function conditionsOf(block: Block): readonly { readonly where: string; readonly source: string | true | undefined }[] {
  if (block.block === 'parallel') return []
  if (block.block === 'copy') return [{ where: 'when', source: block.when }]
  if (block.block === 'approve') return [{ where: 'when', source: block.when }, { where: 'opinionRequired', source: block.opinionRequired }]
  return block.branches.map(({ when }, index) => ({ where: `${index + 1} › when`, source: when }))
}

/** Attributes findings to a node or block. */
const at = (node: string, findings: readonly Finding[]): Finding[] => within(node, findings).map((found) => ({ ...found, node }))

function blocksIn(block: Block): Block[] {
  return [block, ...branchesOf(block).flat().flatMap(blocksIn)]
}

function branchesOf(block: Block): readonly (readonly Block[])[] {
  if (block.block === 'approve' || block.block === 'copy') return []
  if (block.block === 'parallel') return block.branches
  // a flow from outside may lack its default branch; the check of values reports it where one is needed
  return [...block.branches.map(({ steps }) => steps), block.otherwise ?? []]
}

/** Finds a block with too few branches, or with an empty branch. */
function blockFindings(block: Block, fields: Fields): Finding[] {
  if (block.block === 'approve' || block.block === 'copy') return []
  const taken = block.block === 'parallel' ? block.branches : block.branches.map(({ steps }) => steps)
  const least = block.block === 'parallel' ? 2 : 1
  const conditions = block.block === 'parallel' ? [] : block.branches.map(({ when }) => when)
  return [
    ...(taken.length < least ? [finding('', `至少需要${least}个分支`, `At least ${least} branches are needed`)] : []),
    ...taken.flatMap((steps,
      index) => (steps.length > 0 ? [] : [finding(`${index + 1}`, '分支为空', 'The branch is a dead end: nothing happens in it')])
    ),
    ...conditions.flatMap((when, index) => conditionFindings(when, fields, `${index + 1} › when`)),
  ]
}

const conditionFindings = (when: string, fields: Fields, where: string): Finding[] =>
  expressionFindings(when, { fields, extra: flowNames }, where)

function nodeFindings(node: ApprovalNode | CopyNode, fields: Fields, earlier: ReadonlySet<string>): Finding[] {
  return [
    ...untranslated(node, ''),
    ...(node.when === undefined ? [] : conditionFindings(node.when, fields, 'when')),
    ...approverFindings(ruleOf(node), { fields, earlier }),
    ...(node.block === 'approve'
      ? [...approvalFindings(node, fields), ...ownRowFindings(node, fields), ...timeoutFindings(node, fields, earlier)]
      : []),
  ]
}

/** Fields for whose departments' heads a rule asks; the server stores each head in the owner column of the row. */
const headsIn = (by: ApprovalNode['by']): readonly string[] =>
  simpleRules(by).flatMap((rule) => (rule.rule === 'departmentHead' && rule.field !== undefined ? [rule.field] : []))

/** Checks a node with `rows: 'own'`: its approvers are named by the rows, and there is a column for them to fill in. */
function ownRowFindings({ id, by, rows, edits = [] }: ApprovalNode, fields: Fields): Finding[] {
  if (rows !== 'own') return []
  const named = new Set(rowPersonsIn(by))
  const tables = Object.entries(fields).filter(([key, { owner }]) => {
    const column = typeof owner === 'object' ? owner[id] : owner
    return column !== undefined && (named.has(`${key}.${column}`) || headsIn(by).some((field) => field.startsWith(`${key}.`)))
  })
  const opens = ([key, { columns = {} }]: (typeof tables)[number]) =>
    Object.entries(columns).some(([column, field]) =>
      waitsFor(field, id) || ((field.editAt?.includes(id) || edits.includes(`${key}.${column}`)) && field.required !== undefined)
    )
  if (tables.length === 0)
    return [finding('rows', '审批人须为某表格各行的人员（owner）', 'Its approvers are the people whose rows some table has (`owner`)')]
  return tables.filter((table) => !opens(table)).map(([key]) =>
    finding('rows', `表格“${key}”在此节点没有必填的列`, `No column of “${key}” has to be filled in here`)
  )
}

const rowPersonsIn = (rule: ApproverRule): string[] => simpleRules(rule).flatMap((each) => (each.rule === 'rowPersons' ? [each.field] : []))

/** Checks terminals and time-outs: no automatic pass where the approver has to fill in something, and returns only to an earlier node. */
function timeoutFindings(node: ApprovalNode, fields: Fields, earlier: ReadonlySet<string>): Finding[] {
  const { onTimeout, decidesOn = [], terminals } = node
  return [
    ...(terminals?.length === 0 ? [finding('terminals', '未指定终端，无法审批', 'It names no terminal, so nobody can decide')] : []),
    ...(onTimeout?.action === 'pass' && asksSomething(node, fields)
      ? [
        finding('onTimeout', '该节点需审批人填写内容，超时不能自动通过',
          'Something is asked of the approver here, so it can’t pass on its own'),
      ]
      : []),
    ...(isLost(onTimeout, earlier)
      ? [finding('onTimeout', '超时退回的节点须在此节点之前', 'A time-out returns to a step before this one')]
      : []),
    ...unknown(decidesOn, (path) => fieldAt(fields, path) !== undefined, { where: 'decidesOn', what: { cn: '字段', en: 'field' } }),
  ]
}

const isLost = (action: ApprovalNode['onTimeout'], earlier: ReadonlySet<string>): boolean =>
  action?.action === 'return' && action.to !== 'start' && !earlier.has(action.to)

const asksSomething = ({ id, edits = [], checkList = [], explains, opinionRequired }: ApprovalNode, fields: Fields): boolean =>
  [edits, checkList].some((list) => list.length > 0) || explains !== undefined || opinionRequired !== undefined || waitsAt(fields, id)

const waitsAt = (fields: Fields, node: string): boolean =>
  Object.values(fields).some((field) => waitsFor(field, node) || (field.columns !== undefined && waitsAt(field.columns, node)))

function approvalFindings({ mode, edits = [], opinionRequired, opinionMustContain = [], checkList = [] }: ApprovalNode,
  fields: Fields): Finding[] {
  const share = typeof mode === 'object' ? mode.percentage : 100
  return [
    ...(share > 0 && share <= 100 ? [] : [finding('mode', '通过比例须大于0且不超过100', 'The percentage is above 0 and at most 100')]),
    ...unknown(edits, (path) => fieldAt(fields, path) !== undefined, { where: 'edits', what: { cn: '字段', en: 'field' } }),
    ...(typeof opinionRequired === 'string' ? conditionFindings(opinionRequired, fields, 'opinionRequired') : []),
    ...repeated(checkList.map(({ id }) => id), { where: 'checkList', what: { cn: '检查项', en: 'check item' } }),
    ...checkList.flatMap((
      item,
    ) => [...untranslated(item, `checkList ${item.id}`),
      ...(item.when === undefined ? [] : conditionFindings(item.when, fields, `checkList ${item.id}`))]
    ),
    ...opinionMustContain.flatMap((
      marker,
    ) => (typeof marker === 'string' ? [] : conditionFindings(marker.when, fields, `opinionMustContain ${marker.text}`))),
  ]
}

/** Ids of the approval nodes that precede a node on any path. */
function earlierThan(id: string, steps: readonly Block[]): ReadonlySet<string> {
  const earlier = new Set<string>()
  collect(steps, id, earlier)
  return earlier
}

/** Adds the preceding nodes to `earlier`; returns true once the node is found. Branches of one block do not precede each other. */
function collect(steps: readonly Block[], id: string, earlier: Set<string>): boolean {
  for (const step of steps) {
    if (step.id === id) return true
    if (branchesOf(step).some((branch) => collect(branch, id, earlierIn(branch, id, earlier)))) return true
    for (const block of blocksIn(step)) if (block.block === 'approve') earlier.add(block.id)
  }
  return false
}

/** The set that a branch adds to: the shared one for the branch that holds the node, else a throwaway. */
function earlierIn(branch: readonly Block[], id: string, earlier: Set<string>): Set<string> {
  return branch.flatMap(blocksIn).some((block) => block.id === id) ? earlier : new Set()
}
