import type { Directory, Person } from '#approval/directory.ts'
import { judgeChoice } from '#approval/resolve/range.ts'
import { type SelectUserRule, selection } from '#approval/tree.ts'
import type { ApproverChoice, DocumentState, Facts } from '#approval/types.ts'
import type { Flow } from '#kernel/flow.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import { bearingDepartments } from '#kernel/fields/roles.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import { kindAt, type RecordKind } from '#kernel/record-kinds.ts'
import type { FlowPath } from '#kernel/flow-analysis/ways.ts'
import type { ScopeValues } from './scope-values.ts'

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
export function standInFacts({ form, directory, people, at, path, person, department, scopeValues, owners }: SimulatedDocument): Facts {
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
    values: (field) => (field === 'applicant' ? [person.id] : (scopeValues?.get(field) ?? ids[namedBy(form, field)] ?? [])),
    recordKind: (field) => kindAt(form.fields, field),
    form: { abortAfterCompletion: false },
    bindings: 0,
    holds: () => false,
  }
}

/** One eligible person for each node with chosen approvers; nodes without an eligible person are left out. */
export function choicesFor(flow: Flow,
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
function namedBy({ fields }: Form, path: string): string {
  if (path === bearingDepartments || path === 'applicantDept') return 'department'
  return kindAt(fields, path) ?? ''
}
