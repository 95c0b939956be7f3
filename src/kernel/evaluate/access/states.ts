import type { FormFacts } from '#kernel/facts.ts'
import { waitsFor } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { completeIn } from '../filling/complete.ts'
import { fieldAt, parsePath } from '../path.ts'
import type { PlannedField } from '../plan/plan.ts'
import { isOthers, type OwnTables } from './editable.ts'
import { readAt } from '../rows.ts'
import { FormScope, type RowPosition } from '../plan/scope.ts'
import { takenFromOf } from '../filling/taken-rows.ts'

/** The display state of a field: shown, and required. */
export interface FieldState {
  readonly visible: boolean
  readonly required: boolean
  /** Present when the field is read-only at the moment. */
  readonly locked?: true
}

/** Returns the state of a path: `title`, `items`, `items.2.amount`; the column `items.amount` is visible when any of its cells is. */
export type Visibility = (path: string) => FieldState

/**
 * Returns which fields are shown and required: at `start` while the form is filled in, at a node, or for a reader (without `at`).
 * A field with `atNode` is hidden until that node, and shown to readers once it has a value.
 */
export function visibility(form: Form, value: FormValue, facts: FormFacts, at?: string): Visibility {
  const scope = new FormScope(form, value, { facts })
  return visibilityIn({ form, scope, states: statesIn(scope, completeIn(scope, value), at) })
}

/** Variant of `visibility` for a value that is already open. */
export function visibilityIn(
  { form, scope, states }: { readonly form: Form; readonly scope: FormScope; readonly states: States },
): Visibility {
  return (path) => (fieldAt(form.fields, path) ? stateAt(scope, states, path) : hidden)
}

const hidden: FieldState = { visible: false, required: false }

function stateAt(scope: FormScope, states: States, path: string): FieldState {
  const { key, index, column } = parsePath(path)
  const field = scope.plan.byKey.get(key)
  if (!field) return hidden
  if (column === undefined) return states.of(field)
  const planned = field.columns.find((candidate) => candidate.key === column)
  if (!planned) return hidden
  if (index !== undefined) return states.of(planned, { table: key, index })
  const cells = scope.places(key).map((place) => states.of(planned, place))
  if (cells.length === 0) return { visible: states.visible(field), required: planned.required === true }
  return { visible: cells.some((cell) => cell.visible), required: cells.some((cell) => cell.required) }
}

/** The states of the fields of a value, each computed once. */
export interface States {
  of(planned: PlannedField, place?: RowPosition): FieldState
  visible(planned: PlannedField, place?: RowPosition): boolean
  /** Returns whether a row is filled in by another person. */
  isOthers(place?: RowPosition): boolean
}

/** Creates the states for a scope whose derived fields are already computed. */
export const statesIn = (scope: FormScope, value: FormValue, at: string | undefined): States => new ScopeStates(scope, value, at)

class ScopeStates implements States {
  private readonly known = new Map<PlannedField, FieldState[]>()
  private readonly owners: OwnTables

  constructor(private readonly scope: FormScope, private readonly value: FormValue, private readonly at: string | undefined) {
    this.owners = scope.plan.ownTables(at)
  }

  of(planned: PlannedField, place?: RowPosition): FieldState {
    let cells = this.known.get(planned)
    if (!cells) this.known.set(planned, cells = [])
    // without a condition the state is the same in every row: cache it under row 0
    return (cells[isSteady(planned) && !this.owners.has(planned.table ?? '') ? 0 : (place?.index ?? 0)] ??= this.find(planned, place))
  }

  visible(planned: PlannedField, place?: RowPosition): boolean {
    return this.of(planned, place).visible
  }

  isOthers(place?: RowPosition): boolean {
    const owner = place && this.owners.get(place.table)
    return owner !== undefined && isOthers(readAt(this.value, owner, place), this.scope.facts)
  }

  private find(planned: PlannedField, place: RowPosition | undefined): FieldState {
    const { scope, value, at } = this
    const table = scope.plan.byKey.get(planned.table ?? '')
    if (table && !this.visible(table)) return hidden
    const [isDemanded, required] = demandOf(scope, planned, { at, place })
    const visible = conditionAllows(scope, planned, { place, isDemanded }) && timeAllows(planned, at, readAt(value, planned.key, place))
    if (this.isOthers(place)) return { visible, required: false, locked: true }
    const state = { visible, required: visible && required }
    return this.isKept(planned, place) ? { ...state, locked: true } : withLock(scope, planned, place, state)
  }

  private isKept({ keptFrom }: PlannedField, place: RowPosition | undefined): boolean {
    return this.at === 'start' && keptFrom?.has(takenFromOf({ takenFrom: readAt(this.value, 'takenFrom', place) })?.type ?? '') === true
  }
}

/** Returns whether a column has the same state in every row. */
const isSteady = ({ required, requiredAt, visible, locked, keptFrom, field }: PlannedField): boolean =>
  !visible && !locked && !keptFrom && (required === undefined || required === true) && requiredAt.size === 0 && field.atNode === undefined

function withLock(scope: FormScope, { locked }: PlannedField, place: RowPosition | undefined, state: FieldState): FieldState {
  return locked && scope.holds(locked, place) ? { ...state, locked: true } : state
}

/** Evaluates `required`. Without it, a field with `atNode` is required at its node. */
function isRequired(scope: FormScope, { required, field }: PlannedField, place: RowPosition | undefined): boolean {
  if (required === undefined) return field.atNode !== undefined
  return required === true || scope.holds(required, place)
}

/** Evaluates `required` and `requiredAt`: whether the field is demanded at all, and whether it has to be filled in at this moment. */
function demandOf(scope: FormScope, planned: PlannedField,
  { at, place }: { at: string | undefined; place: RowPosition | undefined }): [isDemanded: boolean, required: boolean] {
  const when = at === undefined ? undefined : planned.requiredAt.get(at)
  if (when === true || (when !== undefined && scope.holds(when, place))) return [true, true]
  const isDemanded = isRequired(scope, planned, place)
  return [isDemanded, isDemanded && isEnteredHere(planned, at)]
}

function conditionAllows(
  scope: FormScope,
  { visible, required, field }: PlannedField,
  { place, isDemanded }: { place: RowPosition | undefined; isDemanded: boolean },
): boolean {
  if (visible) return scope.holds(visible, place)
  return required === undefined || required === true || field.shown === true || isDemanded
}

/** A field with `atNode` is hidden before its node, and shown after it once it has a value. */
function timeAllows({ field }: PlannedField, at: string | undefined, value: unknown): boolean {
  return field.atNode === undefined || field.shown === true || waitsFor(field, at) || !kindOf(field).empty(value)
}

/** False for fields that are not entered by people: derived ones, those set by the server, and kinds that are never empty. */
function isEnteredHere({ field, derived }: PlannedField, at: string | undefined): boolean {
  if (derived || field.system || kindOf(field).ask === null) return false
  return field.atNode === undefined || waitsFor(field, at)
}
