import type { ApproverRule, OptionalRange } from '#kernel/flow.ts'
import { everyValue } from '#kernel/plugin.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { system } from '../event.ts'
import { departmentName, nameOf, reason, refusal } from '../reason.ts'
import { liveRuns, ownTasks } from '../state.ts'
import { approvalNode, type SelectUserRule } from '../tree.ts'
import { type ApproverAnswer, type ApproverCandidate, type ApproverQuestion, filingDepartment, found, join, nobody,
  problem } from '../execution.ts'
import { departmentLine, type Directory, isActive, mainDepartment, type Person, superiorOf } from '../directory.ts'
import type { Refusal } from '../types.ts'

/** Checks the people chosen for a node: not too many, and all within the offered range. */
export function judgeChoice(rule: SelectUserRule, question: Pick<ApproverQuestion, 'facts' | 'document' | 'node'>,
  people: readonly string[]
):
  | Refusal
  | undefined {
  const { document, facts: { directory }, node } = question
  if (people.length > rule.size) return refusal('tooMany', { n: rule.size }, node)
  const outside = people.find((person) => !offers(directory, rule.optionalRange, person, document.starter))
  return outside === undefined ? undefined : refusal('outOfRange', { name: nameOf(directory, outside) }, node)
}

function offers(directory: Directory, range: OptionalRange | undefined, person: string, chooser: string): boolean {
  const found = directory.person(person)
  if (!range || !found) return true
  return tests[range.type](range.ids ?? [], found, { directory, chooser })
}

interface RangeContext {
  readonly directory: Directory
  readonly chooser: string
}

const tests: Record<OptionalRange['type'], (ids: readonly string[], person: Person, around: RangeContext) => boolean> = {
  ALL: () => true,
  DEPT: (ids, person, { directory }) =>
    person.departments.some((department) => departmentLine(directory, department).some((above) => ids.includes(above.id))),
  ROLE: (ids, person) => person.roles.some((role) => ids.includes(role)),
  USERS: (ids, person) => ids.includes(person.id),
  SAME_ENTERPRISE: (_, person, { directory, chooser }) => {
    const own = enterprise(directory, mainDepartment(directory, chooser))
    return own !== undefined && person.departments.some((department) => enterprise(directory, department) === own)
  },
}

const enterprise = (directory: Directory, department: string | undefined): string | undefined =>
  departmentLine(directory, department).find((above) => above.type === 'enterprise')?.id

/** Resolves a rule to people, before replacement of absent or interested ones. */
export function ask(rule: ApproverRule, question: ApproverQuestion): ApproverAnswer {
  return (rules[rule.rule] as (rule: ApproverRule, question: ApproverQuestion) => ApproverAnswer)(rule, question)
}

/** Refusal code for a rule without a result and without a reason of its own. */
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

/** For each value of the scope, the members whose row scope includes it, as a group; one of each group has to pass. */
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

/** For each value of the field, the members assigned to it by a role scope, as a group; one of each group has to pass. */
function responsible({ facts }: ApproverQuestion, role: string, { by, of }: { readonly by: string; readonly of: string }): ApproverAnswer {
  return join(distinct(facts.values(of)).map((value) => {
    const members = facts.directory.holders(role).filter(({ roleScopes }) => {
      const held = roleScopes?.[role]?.[by] ?? []
      return held.includes(value) || held.includes(everyValue)
    })
    const parameters = { role, value: facts.label?.(of, value) ?? value }
    if (members.length === 0)
      return problem({ ...refusal('nobodyResponsible', { ...parameters, role: facts.directory.roleName?.(role) ?? role }), scope: of })
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

/** Refusal: the department has neither a head nor a deputy. */
const noHead = refusal('noHead')

/**
 * The head of each distinct department in a field, or its deputy if it has none.
 *
 * For a person field, the head of the person's main department.
 */
function departmentHeads(question: ApproverQuestion, field = 'applicantDept'): ApproverAnswer {
  return ofDepartments(question, field, (department) => {
    const { directory } = question.facts
    const { head, deputy } = directory.department(department) ?? {}
    const name = { department: departmentName(directory, department) }
    if (head !== undefined) return found(head, reason('reason.departmentHead', name))
    return deputy === undefined ? problem(noHead) : found(deputy, reason('reason.departmentDeputy', name))
  })
}

/** The vice president of each department, or of the nearest department above that has one. */
function vicePresidents(question: ApproverQuestion, field = 'applicantDept'): ApproverAnswer {
  return ofDepartments(question, field, (department) => {
    const { directory } = question.facts
    const holder = departmentLine(directory, department).find((above) => above.vicePresident !== undefined)?.vicePresident
    if (holder === undefined) return problem(noHead)
    return found(holder, reason('reason.vicePresident', { department: departmentName(directory, department) }))
  })
}

/** The general manager of the nearest enterprise above the filing department, else of any unit above it. */
function generalManagers(question: ApproverQuestion): ApproverAnswer {
  const { directory } = question.facts
  const line = departmentLine(directory, filingDepartment(question)).filter((above) => above.generalManager !== undefined)
  const place = line.find((above) => above.type === 'enterprise') ?? line[0]
  if (place?.generalManager === undefined) return nobody
  return found(place.generalManager, reason('reason.generalManager', { department: place.name }))
}

/** The manager `levels` above the people in a field, or above the applicant; the highest one if the line is shorter. */
function superiors(question: ApproverQuestion, levels: number, field?: string): ApproverAnswer {
  const { directory } = question.facts
  const people = field === undefined ? [question.document.applicant] : distinct(question.facts.values(field))
  return join(people.map((person) => {
    let from = field === undefined ? filingDepartment(question) : mainDepartment(directory, person)
    let above: string | undefined
    for (let level = 0; level < levels; level += 1) {
      const next = superiorOf(directory, above ?? person, from, (candidate) => candidate === person)
      if (!next) break
      above = next.person
      from = next.department
    }
    if (above === undefined) return problem(noHead)
    return found(above, reason('reason.superior', { name: nameOf(directory, person) }))
  }))
}

/** The owner of each record in a field. */
function owners({ facts }: ApproverQuestion, field: string): ApproverAnswer {
  const kind = facts.recordKind?.(field)
  const known = kind === undefined ? undefined : facts.directory.owners(kind)
  if (!known) return nobody
  const owner = bilingual(known)
  return join(distinct(facts.values(field)).map((id) => {
    const person = known.person(id)
    if (person !== undefined) return found(person, reason('reason.owner', { owner }))
    const missing = refusal(known.missing ?? 'noOwner', { record: facts.label?.(field, id) ?? id, owner })
    return problem(known.demanded ? { ...missing, isFinal: true } : missing)
  }))
}

function ofDepartments(question: ApproverQuestion, field: string, answer: (department: string) => ApproverAnswer): ApproverAnswer {
  const departments = departmentsIn(question, field)
  return 'problems' in departments ? departments : join(departments.map(answer))
}

function departmentsIn(question: ApproverQuestion, field: string): readonly string[] | ApproverAnswer {
  const { directory } = question.facts
  const values = distinct(question.facts.values(field))
  if (values.length > 0) return distinct(values.map((value) => asDepartment(question, value)))
  if (field !== 'applicantDept') return []
  const own = directory.person(question.document.applicant)?.departments ?? []
  return own.length > 1 ? problem(refusal('chooseDepartment')) : own
}

/** Maps a person to their main department; a department stays as it is. */
function asDepartment({ facts: { directory } }: ApproverQuestion, value: string): string {
  if (directory.department(value) || !isActive(directory, value)) return value
  return mainDepartment(directory, value) ?? value
}

/** The values without duplicates, in order of first occurrence. */
const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)]
