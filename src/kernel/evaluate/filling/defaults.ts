import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { CopyOnWrite } from './change.ts'
import { completeIn, placesOf } from './complete.ts'
import { editableFields } from '../access/editable.ts'
import type { Memory } from '../plan/memory.ts'
import { type FormState, openIn } from '../form-state.ts'
import { pathOf, type PlannedField } from '../plan/planned-field.ts'
import { rowsAt } from '../rows.ts'
import { FormScope, type RowPosition } from '../plan/scope.ts'
import { type States, statesIn } from '../access/states.ts'

type Extra = Readonly<Record<string, unknown>>

/**
 * Fills in what was never entered (undefined; null is an answer): in the header and in every row. `extra` are names
 * that defaults may use beside the fields, such as `currentUser`. What is hidden, or belongs to a later node, waits.
 * Derived fields are computed as `complete` would.
 */
export function withDefaults(form: Form, value: FormValue, facts: FormFacts, extra: Extra = {}): FormValue {
  return fill(form, value, filing({ facts, extra })).value
}

/** The same, and what follows from it. */
export function openFilled(form: Form, value: FormValue,
  { extra, ...context }: Pick<DefaultsContext, 'facts' | 'extra' | 'memory'>): FormState {
  const { scope, value: filled } = fill(form, value, filing({ ...context, extra }))
  // defaults alone may use what stands beside the form
  scope.withoutExtra()
  return openIn(scope, form, filled, 'start')
}

const filing = (context: Pick<DefaultsContext, 'facts' | 'extra' | 'memory'>): DefaultsContext => ({ ...context, at: 'start',
  isFilled: ({ field }) => field.atNode === undefined })

/** Fills in what a node asks for and nobody has entered yet. */
export const withNodeDefaults = (form: Form, node: string, value: FormValue, facts: FormFacts): FormValue =>
  fill(form, value, atNode(form, node, facts)).value

function atNode(form: Form, node: string, facts: FormFacts): DefaultsContext {
  const editable = editableFields(form, node)
  return { facts, extra: {}, at: node, isFilled: (planned) => editable(pathOf(planned)) }
}

/** Fills in a value that goes on changing: after the first time, only what rests on a change is computed. */
export class Filler {
  private readonly filling: DefaultsContext
  private filled: FillState | undefined

  /** @param extra names that defaults at `start` may use beside the fields */
  constructor(private readonly form: Form, private readonly at: string, { facts, extra = {} }: { facts: FormFacts; extra?: Extra }) {
    this.filling = at === 'start' ? filing({ facts, extra }) : atNode(form, at, facts)
  }

  /** The value with its defaults and its derived fields. */
  fillIn(value: FormValue): FormValue {
    this.filled?.scope.follow(this.filled.value, value)
    this.filled = fill(this.form, value, this.filling, this.filled?.scope)
    return this.filled.value
  }

  /** The facts know more than before: the next value is computed as a whole. */
  forget(): void {
    this.filled = undefined
  }

  /** The value with what follows from it; nothing can be filled in afterwards. */
  open(value: FormValue): FormState {
    const { scope, value: known } = this.filled?.value === value ? this.filled : fill(this.form, value, this.filling)
    scope.withoutExtra()
    return openIn(scope, this.form, known, this.at)
  }
}

/** A new row with its defaults, as it would stand at the end of its table. */
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

/** A default may rest on another: each round fills what the round before made known, until nothing is added. */
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
