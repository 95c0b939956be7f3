import { isMoneyForm } from '#approval/interventions.ts'
import type { Action, DocumentState, Facts, Refusal } from '#approval/types.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { bearingDepartments, pathsAs } from '#kernel/fields/roles.ts'
import type { FeelValue } from '#kernel/feel/feel.ts'
import { type FieldDefinition, type Fields, waitsFor } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { referenceContext } from '#kernel/kinds/references/reference.ts'
import { kindAt, sourceOf } from '#kernel/record-kinds.ts'
import { permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { recordsIn } from '#server/identity/organisation/directory-references.ts'
import { serviceTaskRunning } from '#server/service-tasks/status.ts'
import { type Evaluation, idsAt } from '../values/form-facts.ts'
import { conditionsOver, type FlowName } from './flow-conditions.ts'

/** The facts from which the engine decides, at one moment. */
export interface EngineInput {
  readonly form: Form
  readonly value: FormValue
  readonly evaluation: Evaluation
  readonly at: Date
  readonly caller: Pick<Caller, 'id' | 'permissions'>
  readonly bindings: number
  /** The document, once it is filed: who filed it need not be the caller. */
  readonly process?: Pick<DocumentState, 'starter'>
  /** The reason for which a completed document has to stay as it is. */
  readonly undoRefusal?: Refusal
}

/** Actions that take back a completed document. */
const undoing: ReadonlySet<Action> = new Set(['revoke', 'edit', 'void'])
/** Actions that take a document away from a node whose service task is out. */
const repairing: ReadonlySet<Action> = new Set(['reassign', 'skip', 'jump', 'forceEnd'])

/** The value must be complete: what is derived in it is taken as it stands. */
export function engineFacts(moment: EngineInput): Facts {
  const { form, value, evaluation, at, caller, bindings, undoRefusal } = moment
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
    form: { abortAfterCompletion: form.abortAfterCompletion, voidPermission: form.voidPermission },
    movesMoney: () => isMoneyForm(form),
    bindings,
    undoRefusal: (
      action,
    ) => (undoing.has(action) || (repairing.has(action) && undoRefusal?.code === serviceTaskRunning) ? undoRefusal : undefined),
    holds: (person, permission) => person === caller.id && permits(caller.permissions, permission),
  }
}

function labelOf(field: FieldDefinition | undefined, id: string, evaluation: Evaluation): string {
  if (field?.dict !== undefined) return evaluation.dict?.(field.dict, id) ?? id
  const name = field && evaluation.reference(sourceOf(field), id)?.['name']
  return typeof name === 'string' ? name : id
}

/** Values that a flow may read beside the form's fields: the initiator, and every department that bears a part of the cost. */
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

/** Returns whether a node's approver has something to fill in, so that nobody can be passed over there. */
function asksAt(fields: Fields, node: string): boolean {
  return Object.values(fields).some((field) =>
    waitsFor(field, node) || (field.required !== undefined && field.editAt?.includes(node)) || asksAt(field.columns ?? {}, node)
  )
}

/** Returns whether a field or column is filled in at a node. */
export const opensFields = (fields: Fields, node: string): boolean =>
  Object.values(fields).some((field) =>
    waitsFor(field, node) || field.editAt?.includes(node) === true || opensFields(field.columns ?? {}, node)
  )

/** Returns whether a payee of the form is a person: named, the owner of the account, or by the name on it. */
function isPaid({ form, value, evaluation }: EngineInput, person: string): boolean {
  const names = namesOf(evaluation.directory.person(person)?.name)
  const owns = (path: string, id: string) => {
    const field = fieldAt(form.fields, path)
    return id === person || (field !== undefined && evaluation.reference(sourceOf(field), id)?.['owner'] === person)
  }
  return pathsAs(form.fields, 'payee').some((path) => idsAt(form, value, path).some((id) => owns(path, id))) ||
    pathsAs(form.fields, 'payeeName').some((path) => idsAt(form, value, path).some((name) => names.includes(plainName(name))))
}

/** A name in each language, comparable. */
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
