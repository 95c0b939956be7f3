import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { completeIn, CopyOnWrite, placesOf } from './complete.ts'
import { editableFields } from '../access/editable.ts'
import type { Memory } from '../plan/memory.ts'
import { type FormState, openIn } from '../form-state.ts'
import { pathOf, type PlannedField } from '../plan/plan.ts'
import { rowsAt } from '../rows.ts'
import { FormScope, type RowPosition } from '../plan/scope.ts'
import { type States, statesIn } from '../access/states.ts'

type Extra = Readonly<Record<string, unknown>>

/**
 * Sets the defaults of fields that were never entered (undefined; null counts as entered), in the header and in every row, and computes the
 * derived fields. Hidden fields and those of a later node are skipped. `extra` are further names for defaults, such as `currentUser`.
 */
export function withDefaults(form: Form, value: FormValue, facts: FormFacts, extra: Extra = {}): FormValue {
  return fill(form, value, filing({ facts, extra })).value
}

/** Variant of `withDefaults` that returns the whole form state. */
export function openFilled(form: Form, value: FormValue,
  { extra, ...context }: Pick<DefaultsContext, 'facts' | 'extra' | 'memory'>): FormState {
  const { scope, value: filled } = fill(form, value, filing({ ...context, extra }))
  // `extra` is for defaults only
  scope.withoutExtra()
  return openIn(scope, form, filled, 'start')
}

const filing = (context: Pick<DefaultsContext, 'facts' | 'extra' | 'memory'>): DefaultsContext => ({ ...context, at: 'start',
  isFilled: ({ field }) => field.atNode === undefined })

/** Sets the defaults of the fields that are editable at a node and still undefined. */
export const withNodeDefaults = (form: Form, node: string, value: FormValue, facts: FormFacts): FormValue =>
  fill(form, value, atNode(form, node, facts)).value

function atNode(form: Form, node: string, facts: FormFacts): DefaultsContext {
  const editable = editableFields(form, node)
  return { facts, extra: {}, at: node, isFilled: (planned) => editable(pathOf(planned)) }
}

/** Sets defaults in a value that changes repeatedly; after the first call, only what depends on a change is computed. */
export class Filler {
  private readonly filling: DefaultsContext
  private filled: FillState | undefined
  private hasLearnt = false

  /** @param extra further names for defaults at `start` */
  constructor(private readonly form: Form, private readonly at: string, { facts, extra = {} }: { facts: FormFacts; extra?: Extra }) {
    this.filling = at === 'start' ? filing({ facts, extra }) : atNode(form, at, facts)
  }

  /** Returns the value with its defaults and derived fields. */
  fillIn(value: FormValue): FormValue {
    return this.fill(value).value
  }

  /** Notes that records were loaded into the facts: what reads them is computed again with the next value. */
  learn(): void {
    this.hasLearnt = true
  }

  /** Opens the value. Ends the use of this filler: `extra` is removed from the scope. */
  open(value: FormValue): FormState {
    const { scope, value: known } = this.filled?.value === value && !this.hasLearnt ? this.filled : this.fill(value)
    scope.withoutExtra()
    return openIn(scope, this.form, known, this.at)
  }

  private fill(value: FormValue): FillState {
    const { filled } = this
    filled?.scope.follow(filled.value, value)
    if (this.hasLearnt) filled?.scope.learn(value)
    this.hasLearnt = false
    this.filled = fill(this.form, value, this.filling, filled?.scope)
    return this.filled
  }
}

/** Creates a row with its defaults, as if appended to its table. */
export function newRow(form: Form, table: string, value: FormValue, facts: FormFacts): FormValue & { rowId: string } {
  const rowId = newRowId()
  const rows = rowsAt(value, table)
  const filled = withDefaults(form, { ...value, [table]: [...rows, { rowId }] }, facts)
  return { ...rowsAt(filled, table)[rows.length], rowId }
}

interface DefaultsContext {
  readonly facts: FormFacts
  readonly extra: Extra
  readonly memory?: Memory
  readonly at: string
  readonly isFilled: (planned: PlannedField) => boolean
}

interface FillState {
  readonly scope: FormScope
  readonly value: FormValue
}

interface Gap {
  readonly planned: PlannedField
  readonly place: RowPosition | undefined
  readonly states: States
}

/** A default may depend on another, so this repeats until a round sets nothing; at most one round per field. */
function fill(form: Form, value: FormValue, { facts, extra, memory, at, isFilled }: DefaultsContext, known?: FormScope): FillState {
  const scope = known ?? new FormScope(form, value, { facts, extra, memory })
  const fields = scope.plan.defaulted.filter(isFilled)
  let filled = value
  for (let round = 0; round <= fields.length; round++) {
    const completed = completeIn(scope, filled)
    const change = new CopyOnWrite(completed)
    const states = statesIn(scope, completed, at)
    for (const planned of fields) {
      for (const place of placesOf(scope, planned)) {
        if (change.read(planned.key, place) === undefined) fillGap(scope, change, { planned, place, states })
      }
    }
    if (change.value === completed) return { scope, value: completed }
    filled = change.value
  }
  return { scope, value: filled }
}

function fillGap(scope: FormScope, change: CopyOnWrite, { planned, place, states }: Gap): void {
  if (!planned.default || !states.visible(planned, place) || states.isOthers(place)) return
  const computed = kindOf(planned.field).fromFeel(scope.evaluate(planned.default, place), planned.field)
  if (computed === null) return
  change.write(planned.key, computed, place)
  scope.set(planned, computed, place)
}

/**
 * Clears the editable fields that are hidden, so that nothing invisible is filed. Repeats while clearing hides further fields. Returns the
 * same state when no hidden field holds a value; otherwise the given one is no longer valid.
 */
export function withoutHidden(opened: FormState, at: string): FormState {
  const { form, scope } = opened
  const editable = editableFields(form, at)
  let current = opened
  for (let round = 0; round < longestChain; round++) {
    const cleared = clearOnce(current, editable)
    if (cleared === current.value) return current
    scope.follow(current.value, cleared)
    current = openIn(scope, form, cleared, at)
  }
  return current
}

/** Maximum number of rounds, for fields that hide one another in a chain. */
const longestChain = 20

function clearOnce({ scope, states, value }: FormState, editable: (path: string) => boolean): FormValue {
  const change = new CopyOnWrite(value)
  for (const planned of scope.plan.fields.flatMap((field) => [field, ...field.columns]).filter((field) => editable(pathOf(field)))) {
    for (const place of placesOf(scope, planned)) {
      const held = change.read(planned.key, place)
      if (!kindOf(planned.field).empty(held) && !states.visible(planned, place) && !states.isOthers(place))
        change.write(planned.key, undefined, place)
    }
  }
  return change.value
}
