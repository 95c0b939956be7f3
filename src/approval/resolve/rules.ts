import type { ApproverRule } from '#kernel/flow.ts'
import { system } from '../event.ts'
import { reason, refusal } from '../reason.ts'
import { liveRuns, ownTasks } from '../state.ts'
import type { SelectUserRule } from '../tree.ts'
import { approvalNode } from '../tree.ts'
import { departmentHeads, distinct, generalManagers, owners, superiors, vicePresidents } from './offices.ts'
import { everyValue } from '#kernel/plugin.ts'
import type { ApproverAnswer, ApproverCandidate, ApproverQuestion } from './question.ts'
import { found, join, nobody, problem } from './question.ts'
import { judgeChoice } from './range.ts'

/** The people whom a rule names, before anyone is replaced. */
export function ask(rule: ApproverRule, question: ApproverQuestion): ApproverAnswer {
  return (rules[rule.rule] as (rule: ApproverRule, question: ApproverQuestion) => ApproverAnswer)(rule, question)
}

/** The problem of a rule that names nobody and gives no reason. */
export function emptyCode(rule: ApproverRule): string {
  if (rule.rule === 'both' || rule.rule === 'firstOf') return rule.parts[0] ? emptyCode(rule.parts[0]) : 'noApprover'
  return headRules.has(rule.rule) ? 'noHead' : 'noApprover'
}

const headRules: ReadonlySet<string> = new Set(['departmentHead', 'superior', 'vicePresident'])

type Rules = {
  readonly [R in ApproverRule['rule']]: (rule: Extract<ApproverRule, { rule: R }>, question: ApproverQuestion) => ApproverAnswer
}

const rules: Rules = {
  departmentHead: ({ field }, question) => departmentHeads(question, field),
  superior: ({ levels, field }, question) => superiors(question, levels, field),
  vicePresident: ({ field }, question) => vicePresidents(question, field),
  generalManager: (_, question) => generalManagers(question),
  ownerOf: ({ field }, question) => owners(question, field),
  role: ({ role, scope, by }, question) => {
    if (scope === undefined) return holders(question, role)
    return by === undefined ? scoped(question, role, scope) : responsible(question, role, { by, of: scope })
  },
  person: ({ field }, question) => named(question.facts.values(field), 'reason.field'),
  rowPersons: ({ field }, question) => named(question.facts.values(field), 'reason.rows'),
  selectUser: (rule, question) => chosen(question, rule),
  sameAs: ({ node }, question) => mirrored(question, node),
  initiator: (_, { document }) => found(document.starter, reason('reason.initiator')),
  system: () => found(system, reason('reason.system')),
  fixed: ({ people }) => named(people, 'reason.fixed'),
  both: ({ parts }, question) => join(parts.map((part) => ask(part, question))),
  firstOf: ({ parts }, question) => first(parts, question),
}

const named = (people: readonly string[], code: string): ApproverAnswer =>
  join(distinct(people).map((person) => found(person, reason(code))))

function holders(question: ApproverQuestion, role: string): ApproverAnswer {
  const candidates = question.facts.directory.holders(role)
  return join(candidates.map((person) => found(person.id, reason('reason.role', { role }))))
}

/** For each value of the scope, the members whose data scope holds it: one of each set has to agree. */
function scoped(question: ApproverQuestion, role: string, scope: string): ApproverAnswer {
  const { directory } = question.facts
  return join(distinct(question.facts.values(scope)).map((value) => {
    const members = directory.holders(role).filter(
      ({ scopeDepartments }) => scopeDepartments === 'all' || scopeDepartments.includes(value),
    )
    if (members.length === 0) return problem(refusal('noApprover'))
    const department = directory.department(value)?.name ?? value
    const why = [reason('reason.scopedRole', { role, department })]
    return { candidates: members.map((member): ApproverCandidate => ({ person: member.id, why, group: value })), problems: [] }
  }))
}

/** For each value of the field, the members who are responsible for it by a scope of the role: one of each set has to agree. */
function responsible({ facts }: ApproverQuestion, role: string, { by, of }: { readonly by: string; readonly of: string }): ApproverAnswer {
  return join(distinct(facts.values(of)).map((value) => {
    const members = facts.directory.holders(role).filter(({ roleScopes }) => {
      const held = roleScopes?.[role]?.[by] ?? []
      return held.includes(value) || held.includes(everyValue)
    })
    const parameters = { role, value: facts.label?.(of, value) ?? value }
    if (members.length === 0)
      return problem(refusal('nobodyResponsible', { ...parameters, role: facts.directory.roleName?.(role) ?? role }))
    return {
      candidates: members.map(({ id }): ApproverCandidate => ({ person: id, why: [reason('reason.responsibleRole', parameters)],
        group: value })
      ),
      problems: [],
    }
  }))
}

function chosen(question: ApproverQuestion, rule: SelectUserRule): ApproverAnswer {
  const people = distinct(question.document.choices.find((choice) => choice.node === question.node)?.people ?? [])
  if (people.length === 0) return problem(refusal('chooseEveryApprover', {}, question.node))
  const wrong = question.stage === 'start' ? judgeChoice(rule, question, people) : undefined
  return wrong ? problem(wrong) : named(people, 'reason.chosen')
}

function mirrored(question: ApproverQuestion, node: string): ApproverAnswer {
  if (question.mirrored.includes(node)) return nobody
  const run = liveRuns(question.document).findLast((candidate) => candidate.node === node && candidate.tasks.length > 0)
  const why = [reason('reason.sameAs')]
  if (run) return { candidates: ownTasks(run).map(({ person }) => ({ person, why })), problems: [] }
  const original = approvalNode(question.flow, node)?.block
  if (!original) return nobody
  return ask(original.by, { ...question, node, mirrored: [...question.mirrored, node] })
}

function first(parts: readonly ApproverRule[], question: ApproverQuestion): ApproverAnswer {
  const answers = parts.map((part) => ask(part, question))
  return answers.find((answer) => answer.candidates.length > 0) ?? answers.find((answer) => answer.problems.length > 0) ?? nobody
}
