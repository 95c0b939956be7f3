import { fieldAt } from '#kernel/evaluate/path.ts'
import { bearingDepartments, pathsAs } from '#kernel/fields/roles.ts'
import { type FeelValue, isTrue } from '#kernel/feel/feel.ts'
import { type FieldDefinition, type Fields, waitsFor } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { referenceContext } from '#kernel/kinds/references.ts'
import { kindAt, sourceOf } from '#kernel/record-kinds.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { flowNames } from '#kernel/composition/expressions.ts'
import { environmentOf } from '#kernel/evaluate/filling/complete.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { type Formula, formula, valueOf } from '#kernel/evaluate/plan/formula.ts'
import { readNames } from '#kernel/evaluate/plan/plan.ts'
import { FormScope } from '#kernel/evaluate/plan/scope.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { isMoneyForm } from '#approval/interventions.ts'
import { refusal } from '#approval/reason.ts'
import type { Action, DocumentState, Facts, Refusal, Task } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { recordsIn } from '#server/identity/organisation/directory-references.ts'
import { serviceTaskRunning } from '#server/service-tasks/status.ts'
import { type Evaluation, idsAt } from '../values/form-facts.ts'
import type { PinnedFlow } from '../definitions/definition-store.ts'
import type { Access } from '../values/disclosed-values.ts'

/**
 * Permission of another system that acts for a document's initiator. No role has it, and the permission for everything does not include
 * it.
 */
export const otherSystem: Permission = 'document:inbound:push'

/** Returns whether another system calls in the name of the caller. */
export const isOtherSystem = ({ permissions }: Pick<Caller, 'permissions'>): boolean => permissions.has(otherSystem)

/** The input of the engine's facts at one moment. */
export interface EngineInput {
  readonly form: Form
  readonly value: FormValue
  readonly evaluation: Evaluation
  readonly at: Date
  readonly caller: Pick<Caller, 'id' | 'permissions' | 'terminal'>
  readonly bindings: number
  /** Whether the caller was mentioned in a comment on the document. @default false */
  readonly isMentioned?: boolean | undefined
  /** The filed document, whose initiator need not be the caller. */
  readonly process?: Pick<DocumentState, 'starter'>
  /** The reason why a completed document may not be undone. */
  readonly undoRefusal?: Refusal
  /** Returns whether earlier decisions at a node still hold after the last return. */
  readonly standsAt?: ((node: string) => boolean) | undefined
}

/** Actions that take back a completed document. */
const undoing: ReadonlySet<Action> = new Set(['revoke', 'edit', 'void'])
/** Actions that correct a document; for documents started by another system, only that system may perform them. */
const correcting: ReadonlySet<Action> = new Set(['edit', 'resubmit'])
/** Actions that move a document away from a node whose service task is being processed. */
const repairing: ReadonlySet<Action> = new Set(['reassign', 'skip', 'jump', 'forceEnd', 'move'])

/** The facts of the engine. The value must be complete: derived fields are not computed here. */
export function engineFacts(moment: EngineInput): Facts {
  const { form, value, evaluation, at, caller, bindings, undoRefusal, standsAt } = moment
  return {
    at: at.toISOString(),
    directory: evaluation.directory,
    condition: conditionsOver({ form, value, facts: evaluation, extra: (isRead) => addedNames(moment, isRead) }),
    values: (path) => idsAt(form, value, path),
    label: (path, id) => labelOf(fieldAt(form.fields, path), id, evaluation),
    recordKind: (path) => kindAt(form.fields, path),
    waits: (path) => fieldAt(form.fields, path)?.atNode !== undefined,
    opinionFact: (name) => evaluation.opinionFact(name),
    inputAt: (node) => hasInput(form, node),
    opensFields: (node) => opensFields(form.fields, node),
    isPaid: (person) => isPaid(moment, person),
    isMentioned: (person) => person === caller.id && moment.isMentioned === true,
    form: { abortAfterCompletion: form.abortAfterCompletion, voidPermission: form.voidPermission },
    ...(standsAt && { standsAt }),
    movesMoney: () => isMoneyForm(form),
    bindings,
    terminal: caller.terminal,
    undoRefusal: (action) => {
      if (form.startedBy !== undefined && correcting.has(action) && !isOtherSystem(caller)) return refusal('notAvailable')
      return undoing.has(action) || (repairing.has(action) && undoRefusal?.code === serviceTaskRunning) ? undoRefusal : undefined
    },
    holds: (person, permission) => person === caller.id && permits(caller.permissions, permission),
  }
}

function labelOf(field: FieldDefinition | undefined, id: string, evaluation: Evaluation): string {
  if (field?.dict !== undefined) return evaluation.dict?.(field.dict, id) ?? id
  const name = field && evaluation.reference(sourceOf(field), id)?.['name']
  return typeof name === 'string' ? name : id
}

/** Values that flows may read in addition to fields: the initiator, and every department that bears costs. */
function addedNames(
  { form, value, evaluation: { directory }, caller, process }: EngineInput,
  isRead: (name: FlowName) => boolean,
): Readonly<Partial<Record<FlowName, FeelValue>>> {
  const record = (kind: 'person' | 'department', id: string) =>
    referenceContext(kind, id, { reference: () => recordsIn[kind](directory, id) })
  return {
    ...(isRead('createBy') && { createBy: record('person', process?.starter ?? caller.id) }),
    ...(isRead(bearingDepartments) &&
      { [bearingDepartments]: idsAt(form, value, bearingDepartments).map((id) => record('department', id)) }),
  }
}

const inputs = new WeakMap<Form, Map<string, boolean>>()

function hasInput(form: Form, node: string): boolean {
  const nodes = inputs.get(form) ?? inputs.set(form, new Map()).get(form)!
  let answer = nodes.get(node)
  if (answer === undefined) nodes.set(node, answer = asksAt(form.fields, node))
  return answer
}

/** Returns whether approvers of a node have to fill in fields, so that the node may not be skipped. */
function asksAt(fields: Fields, node: string): boolean {
  return Object.values(fields).some((field) =>
    waitsFor(field, node) || (field.required !== undefined && field.editAt?.includes(node)) || asksAt(field.columns ?? {}, node)
  )
}

/** Returns whether fields or columns are filled in at a node. */
export const opensFields = (fields: Fields, node: string): boolean =>
  Object.values(fields).some((field) =>
    waitsFor(field, node) || field.editAt?.includes(node) === true || opensFields(field.columns ?? {}, node)
  )

/** Returns whether a person is a payee of the form: as a referenced person, as the account's owner, or by the name on the account. */
function isPaid({ form, value, evaluation }: EngineInput, person: string): boolean {
  const names = namesOf(evaluation.directory.person(person)?.name)
  const owns = (path: string, id: string) => {
    const field = fieldAt(form.fields, path)
    return id === person || (field !== undefined && evaluation.reference(sourceOf(field), id)?.['owner'] === person)
  }
  return pathsAs(form.fields, 'payee').some((path) => idsAt(form, value, path).some((id) => owns(path, id))) ||
    pathsAs(form.fields, 'payeeName').some((path) => idsAt(form, value, path).some((name) => names.includes(plainName(name))))
}

/** Normalised names in each language. */
const namesOf = (name = ''): readonly string[] => [name, ...name.split('/')].map(plainName).filter(Boolean)

const plainName = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Number of live documents (in approval or completed) that are bound to this one. */
export async function bindingsOf(db: Db, document: string): Promise<number> {
  const { count } = await db
    .selectFrom('document_link')
    .innerJoin('document', 'document.id', 'document_link.owner')
    .where('document_link.target', '=', document)
    .where('document_link.binds', '=', true)
    .where('document.state', 'in', ['inApproval', 'completed'])
    .select(({ fn }) => fn.count<string>('document.id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The compiled conditions of a form's flows. */
interface Conditions {
  readonly formulas: Map<string, Formula>
  /** The names that the conditions read; undefined for all names. */
  names: ReadonlySet<string> | undefined
}

const conditions = new WeakMap<Form, Conditions>()

interface ConditionInput {
  readonly form: Form
  readonly value: FormValue
  readonly facts: FormFacts
  /** Computes the additional values that conditions read, only those that are read. */
  readonly extra: (isRead: (name: FlowName) => boolean) => Readonly<Partial<Record<FlowName, unknown>>>
}

type FlowName = (typeof flowNames)[number]

/** Evaluates the conditions of a flow for one value. */
function conditionsOver({ form, value, facts, extra }: ConditionInput): (feel: string) => boolean {
  const known = conditions.get(form) ?? { formulas: new Map(), names: new Set() }
  conditions.set(form, known)
  const environment = environmentOf(facts)
  let read: { readonly names: ReadonlySet<string> | undefined; readonly scope: FormScope } | undefined
  return (feel) => {
    const condition = known.formulas.get(feel) ?? learn(form, known, feel)
    if (!read || read.names !== known.names) {
      const { names } = known
      const added = extra((name) => names === undefined || names.has(name))
      read = { names, scope: new FormScope(form, value, { facts, extra: added, names }) }
    }
    return isTrue(valueOf(condition, read.scope.header, environment))
  }
}

/** Compiles a condition once per form: flows repeat conditions at many nodes. */
function learn(form: Form, known: Conditions, feel: string): Formula {
  const condition = formula(feel, [...Object.keys(form.fields), ...Object.keys(rmbNames(form.fields)), ...flowNames])
  known.formulas.set(feel, condition)
  known.names = readNames(form, [...known.formulas.values()])
  return condition
}

/** The people whose rows the assignee fills in: their own and those of the person they substitute for. */
export const rowHoldersOf = (
  task: Pick<Task, 'person' | 'owner'> | undefined,
): readonly string[] => (task ? [task.person, ...(task.owner === undefined ? [] : [task.owner])] : [])

/** A document that the caller may read, with the data of its pages. */
export interface ReadDocument extends EngineInput {
  readonly id: string
  readonly number: string
  /** The subject; null where it depends on fields that the caller may not see. */
  readonly about: { readonly subject: string | null; readonly subjectEn: string | null }
  /** The value as disclosed to the caller. */
  readonly shown: FormValue
  /** The caller's access to a field. */
  readonly access: Access
  readonly process: DocumentState
  readonly pinned: PinnedFlow
  readonly revision: number
  readonly started: Date
  readonly ended: Date | null
  /** The caller's own running task; of several, the requested one. */
  readonly task: Task | undefined
  /** The caller's own suspended task, which resumes once the people they added have decided. */
  readonly suspended: Task | undefined
  readonly actions: readonly Action[]
}
