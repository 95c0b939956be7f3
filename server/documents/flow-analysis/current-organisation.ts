import { type Finding, finding } from '#kernel/composition/problem.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { everyValue, type RecordOwners, type RoleScope } from '#kernel/plugin.ts'
import type { FlowPath } from '#kernel/flow-analysis/ways.ts'
import type { Label } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { createTranslator } from '#kernel/wording/translate.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import { bearingDepartments } from '#kernel/fields/roles.ts'
import { kindAt, type RecordKind } from '#kernel/record-kinds.ts'
import { scopedRolesOf } from '#kernel/composition/fields/reference-findings.ts'
import { departmentLine, type Directory, type Person } from '#approval/directory.ts'
import { decide, isRefusal, preview } from '#approval/engine.ts'
import type { ApproverChoice, DocumentState, Facts, Refusal } from '#approval/types.ts'
import approvalCn from '#approval/locales/cn.ts'
import approvalEn from '#approval/locales/en.ts'
import { judgeChoice } from '#approval/resolve/rules.ts'
import { selection, type SelectUserRule } from '#approval/tree.ts'

interface SimulatedDocument {
  readonly form: Form
  readonly directory: Directory
  readonly people: readonly Person[]
  readonly at: Date
  readonly path: FlowPath
  readonly person: Person
  /** The department on whose behalf it is filed. */
  readonly department: string | undefined
  readonly scopeValues?: ScopeValues
  readonly owners: readonly RecordOwners[]
}

/**
 * The facts of a simulated document: departments are the initiator's, people are a colleague. Records are taken to have an owner; owners
 * of actual records are checked when a document is filed.
 */
function standInFacts({ form, directory, people, at, path, person, department, scopeValues, owners }: SimulatedDocument): Facts {
  const colleague = colleagueOf(person, people)
  const ids: Readonly<Record<string, readonly string[]>> = {
    department: department === undefined ? [] : [department],
    person: colleague ? [colleague.id] : [],
    ...Object.fromEntries(owners.map(({ of }) => [of, ['any']])),
  }
  return {
    at: at.toISOString(),
    directory: { ...directory, owners: (kind) => ownersAmong(owners, kind, colleague) },
    condition: path.holds,
    values: (field) =>
      field === 'applicant'
        ? [person.id]
        : (scopeValues?.get(field)?.map(({ value }) => value) ?? ids[recordKindOf(form, field)] ?? []),
    label: (field, value) => scopeValues?.get(field)?.find((choice) => choice.value === value)?.name ?? value,
    recordKind: (field) => kindAt(form.fields, field),
    form: { abortAfterCompletion: false },
    bindings: 0,
    holds: () => false,
  }
}

/** One eligible person for each node with chosen approvers; nodes without an eligible person are left out. */
function choicesFor(flow: Flow,
  { facts, person, people }: { facts: Facts; person: Person; people: readonly Person[] }): readonly ApproverChoice[] {
  return nodesOf(flow).flatMap((node) => {
    const rule = node.block === 'approve' ? selection(node.by) : undefined
    const chosen = rule && people.find(({ id }) => id !== person.id && mayBeChosen(rule, node.id, { facts, starter: person.id, id }))
    return chosen ? [{ node: node.id, people: [chosen.id] }] : []
  })
}

const mayBeChosen = (rule: SelectUserRule, node: string, { facts, starter, id }: { facts: Facts; starter: string; id: string }): boolean =>
  judgeChoice(rule, { facts, node, document: { starter, applicant: starter } as DocumentState }, [id]) === undefined

/**
 * A stand-in for the owners of a record kind: a colleague. Without the module's refusal texts, which are not available where findings are
 * described.
 */
function ownersAmong(owners: readonly RecordOwners[], kind: RecordKind, colleague: Person | undefined): ReturnType<Directory['owners']> {
  const declared = owners.find(({ of }) => of === kind)
  return declared && { cn: declared.cn, en: declared.en, person: () => colleague?.id }
}

const colleagueOf = ({ id }: Person, people: readonly Person[]): Person | undefined => people.find((other) => other.id !== id)

/** The kind of record that a path refers to; all bearing departments count as one field. */
function recordKindOf({ fields }: Form, path: string): string {
  if (path === bearingDepartments || path === 'applicantDept') return 'department'
  return kindAt(fields, path) ?? ''
}

/** The flow and the organisation to analyse. */
export interface AnalysisInput {
  readonly form: Form
  readonly flow: Flow
  readonly ways: readonly FlowPath[]
  readonly directory: Directory
  /** All possible initiators. */
  readonly people: readonly Person[]
  readonly at: Date
  /** Possible values of the fields by which scoped roles are resolved, by their paths. */
  readonly scopeValues?: ScopeValues
  /** The record kinds that have owners. */
  readonly owners?: readonly RecordOwners[]
  /** Time limit of the simulations, ms; unlimited by default. */
  readonly timeout?: number
}

/**
 * Findings for nodes without approvers, or with approvers who are disabled or departed, for any initiator on any path through the flow,
 * by the engine's own preview in the current organisation. Each finding has a person and values as a counterexample. A warning says how
 * many initiators were simulated where the time limit was reached.
 */
export function organisationFindings(input: AnalysisInput): Finding[] {
  const unreachable = new Map<string, UnreachableNode>()
  const initiators = initiatorsOf(input.flow, input.directory, input.people)
  const begun = performance.now()
  for (const [index, initiator] of initiators.entries()) {
    if (performance.now() - begun > (input.timeout ?? Infinity))
      return [...findingsOf(unreachable, input), partial(index, initiators.length)]
    for (const path of input.ways) {
      for (const [node, refusal] of violations(input, initiator, path)) note(unreachable, { node, refusal, initiator, path })
    }
  }
  return findingsOf(unreachable, input)
}

const findingsOf = (unreachable: ReadonlyMap<string, UnreachableNode>, { scopeValues }: AnalysisInput): Finding[] =>
  // a plant may do without such documents: a record for which nobody is responsible does not prevent publishing
  [...unreachable.values()].map((one) => isOfRecords(one.refusal, scopeValues) ? { ...describe(one), level: 'warning' } : describe(one))

/** Returns whether nobody is responsible for a record: choices of dictionaries have no name here. */
const isOfRecords = ({ scope }: Refusal, scopeValues: ScopeValues | undefined): boolean =>
  scope !== undefined && (scopeValues?.get(scope) ?? []).some(({ name }) => name !== undefined)

const partial = (tried: number, all: number): Finding => ({
  ...finding('', `限定时间内只试算了 ${all} 类发起人中的 ${tried} 类`,
    `Only ${tried} of ${all} kinds of initiators could be tried within the time limit`),
  level: 'warning',
})

/** The refusals of one simulated document by node; those of the flow as a whole are under the node ''. */
function violations({ form, flow, directory, people, at, scopeValues, owners = [] }: AnalysisInput, { person, department }: Initiator,
  path: FlowPath): readonly (readonly [string, Refusal])[] {
  const facts: Facts = standInFacts({ form, directory, people, at, path, person, department, scopeValues, owners })
  const choices: readonly ApproverChoice[] = choicesFor(flow, { facts, person, people })
  const nodes = preview(flow, facts, { starter: person.id, applicant: person.id, choices })
  const found = nodes.flatMap(({ node, problems }) => problems.map((problem) => [node, problem] as const))
  if (found.length > 0) return found
  const filed = decide(flow, undefined, {
    action: 'submit',
    document: 'analysis',
    form: form.key,
    flow: '',
    by: person.id,
    applicant: person.id,
    choices,
    at: at.toISOString(),
  }, facts)
  return isRefusal(filed) ? [['', filed]] : []
}

function note(unreachable: Map<string, UnreachableNode>, one: Omit<UnreachableNode, 'people'>): void {
  const { code, parameters, scope } = one.refusal
  const key = JSON.stringify([one.node, code, parameters, scope])
  const known = unreachable.get(key)
  const people = new Set(known?.people).add(one.initiator)
  unreachable.set(key, { ...(known ?? one), people })
}

/** A node at which a document would stop, with the first initiator and values as the counterexample and all initiators concerned. */
interface UnreachableNode {
  readonly node: string
  readonly refusal: Refusal
  readonly initiator: Initiator
  readonly path: FlowPath
  readonly people: ReadonlySet<Initiator>
}

const translate = createTranslator({ cn: approvalCn, en: approvalEn })

/** Describes an unreachable node as a finding, in both languages. */
function describe({ node, refusal, initiator, path, people }: UnreachableNode): Finding {
  const { code, parameters } = refusal
  const others = [...people].reduce((sum, { alike }) => sum + alike, 0) - 1
  const text: Label = { cn: translate(code, parameters, 'cn'), en: translate(code, parameters, 'en') }
  return { where: node, node, text, counterexample: example(initiator, path, others) }
}

function example({ person: { name } }: Initiator, { words }: FlowPath, others: number): Label {
  const values = words.cn === '' ? { cn: '', en: '' } : { cn: `；${words.cn}`, en: `; ${words.en}` }
  const more = others > 0 ? { cn: `（另有${others}人）`, en: ` (and ${others} more)` } : { cn: '', en: '' }
  return { cn: `发起人 = ${nameOf(name, 'cn')}${more.cn}${values.cn}`, en: `Initiator = ${nameOf(name, 'en')}${more.en}${values.en}` }
}

/** One initiator who represents a set that the flow treats identically; `alike` is the size of the set. */
interface Initiator {
  readonly person: Person
  /** Absent for a person without a department. */
  readonly department: string | undefined
  readonly alike: number
}

/**
 * The initiators to simulate, one per equivalence class: the rules of a flow treat people of one department with the same roles
 * identically. Department heads and their superiors, people named by the flow, and people with or as substitutes form a class each. A
 * large company has a few hundred classes.
 */
export function initiatorsOf(flow: Flow, directory: Directory, people: readonly Person[]): readonly Initiator[] {
  const context: Context = { directory, named: namedBy(flow),
    substitutes: new Set(people.flatMap(({ id }) => directory.substitute(id) ?? [])) }
  const sets = new Map<string, Initiator>()
  for (const person of people) {
    for (const department of person.departments.length > 0 ? person.departments : [undefined]) {
      const key = setOf(person, department, context)
      const known = sets.get(key)
      sets.set(key, known ? { ...known, alike: known.alike + 1 } : { person, department, alike: 1 })
    }
  }
  return [...sets.values()]
}

interface Context {
  readonly directory: Directory
  readonly named: InitiatorSet
  /** All substitutes. */
  readonly substitutes: ReadonlySet<string>
}

interface InitiatorSet {
  readonly roles: ReadonlySet<string>
  readonly people: ReadonlySet<string>
}

/** The people and roles that a flow names. */
function namedBy(flow: Flow): InitiatorSet {
  const roles = new Set<string>(['workflowAdmin'])
  const people = new Set<string>()
  JSON.stringify(flow, (key, value: unknown) => {
    if (key === 'role' && typeof value === 'string') roles.add(value)
    if (key === 'people' && Array.isArray(value)) { for (const id of value as string[]) people.add(id) }
    return value
  })
  return { roles, people }
}

/**
 * Key of the equivalence class of an initiator. Includes all roles and departments where the person holds a role that the flow names,
 * since these determine the scope of the role.
 */
function setOf(person: Person, department: string | undefined, context: Context): string {
  if (isSingular(person, department, context)) return JSON.stringify([department, person.id])
  const holds = person.roles.some((role) => context.named.roles.has(role))
  return JSON.stringify(holds ? [department, person.departments, person.roles.toSorted(), person.roleScopes] : [department])
}

function isSingular(person: Person, department: string | undefined, { directory, named, substitutes }: Context): boolean {
  if (named.people.has(person.id) || substitutes.has(person.id) || directory.substitute(person.id) !== undefined) return true
  return departmentLine(directory, department).some(({ head, deputy, vicePresident, generalManager }) =>
    [head, deputy, vicePresident, generalManager].includes(person.id)
  )
}

interface ScopedFlow {
  readonly flow: Flow
  readonly roleScopes: readonly RoleScope[]
  readonly dictionaries: ReadonlyMap<string, readonly { readonly value: string; readonly disabled?: boolean }[]>
  /** Records of the scopes that are no dictionaries, by the keys of the scopes. */
  readonly scopeRecords?: ReadonlyMap<string, readonly ScopeChoice[]>
}

/** A value of a role scope; a record has a name. */
export interface ScopeChoice {
  readonly value: string
  readonly name?: string
}

/** Possible values of the fields by which scoped roles are resolved, by their paths. */
type ScopeValues = ReadonlyMap<string, readonly ScopeChoice[]>

/**
 * The values of each scope: all choices of its dictionary, all of its records, else the values that members hold. Values that no member
 * holds are included, so that they are found.
 */
export function scopeValuesOf({ flow, roleScopes, dictionaries, scopeRecords }: ScopedFlow, people: readonly Person[]): ScopeValues {
  return new Map(scopedRolesOf(flow).map(({ role, by, scope: path }) => {
    const choices = dictionaries.get(roleScopes.find(({ key }) => key === by)?.dict ?? '')?.filter(({ disabled }) => disabled !== true).map(
      ({ value }) => value,
    )
    const held = people.flatMap(({ roleScopes: scopes }) => scopes?.[role]?.[by] ?? []).filter((value) => value !== everyValue)
    const values = choices ?? (held.length > 0 ? [...new Set(held)] : ['?'])
    return [path, scopeRecords?.get(by) ?? values.map((value) => ({ value }))]
  }))
}
