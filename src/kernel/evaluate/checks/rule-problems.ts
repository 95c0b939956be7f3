import type { FieldProblem } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Rule } from '#kernel/rules.ts'
import { type PlannedRule, pathOf, type PlannedField } from '../plan/planned-field.ts'
import { sentence } from './rule-sentence.ts'
import { own, readAt } from '../rows.ts'
import type { RowPosition, FormScope } from '../plan/scope.ts'
import type { Form } from '../../form.ts'
import type { FormValue } from '../../values/value.ts'
import { placesOf } from '../filling/complete.ts'
import type { States } from '../access/states.ts'

/** The rules that apply at this moment and are broken, reported at each field that they name. */
export function ruleProblems(moment: CheckContext): FieldProblem[] {
  return moment.scope.plan.rules
    .filter(({ rule }) => (rule.at ?? ['start']).includes(moment.at))
    .filter((planned) => !moment.partial || isComplete(planned, moment))
    .flatMap((planned) => placesFor(planned.rule, moment).flatMap((place) => broken(planned, moment, place)))
}

function broken(planned: PlannedRule, moment: CheckContext, place: RowPosition | undefined): FieldProblem[] {
  const { rule, when } = planned
  if (!moment.scope.holds(when, place) || isAccepted(rule, moment, place)) return []
  const message: Label = sentence(planned, moment.scope, place)
  const fields = rule.fields.length === 0
    ? [place ? `${place.table}.${place.index}` : '']
    : rule.fields.map((field) => pathIn(field, place))
  return fields.map((field) => ({ field, code: rule.id, message, level: rule.level }))
}

/** The rows that a rule is evaluated for: those the user fills in, none if the table is hidden; `[undefined]` for the header. */
function placesFor({ each }: Rule, { scope, states }: CheckContext): readonly (RowPosition | undefined)[] {
  if (each === undefined) return [undefined]
  const table = scope.plan.byKey.get(each)
  if (!table || !states.visible(table)) return []
  return scope.places(each).filter((place) => !states.isOthers(place))
}

const isAccepted = ({ level, acceptedBy }: Rule, { value }: CheckContext, place: RowPosition | undefined): boolean =>
  level === 'confirm' && acceptedBy !== undefined && readAt(value, acceptedBy, place) === true

/** Returns whether a partial value holds every header field that a rule reads. */
function isComplete({ rule, when }: PlannedRule, { scope, value }: CheckContext): boolean {
  const columns = rule.each === undefined ? [] : (scope.plan.byKey.get(rule.each)?.columns ?? []).map(({ key }) => key)
  const read = [...when.expression.paths.map(([first = '', second = '']) => (first === 'header' ? second : first)),
    ...(rule.each ? [rule.each] : [])]
  return read.every((name) => !scope.plan.byKey.has(name) || columns.includes(name) || own(value, name) !== undefined)
}

/** A value at the moment in which it is checked. */
export interface CheckContext {
  readonly form: Form
  readonly scope: FormScope
  /** With its derived fields. */
  readonly value: FormValue
  readonly states: States
  readonly at: string
  readonly partial: boolean
  readonly editable: (path: string) => boolean
}

/** A field, or one cell of a column. */
export interface FieldCell {
  readonly planned: PlannedField
  readonly place: RowPosition | undefined
  /** `amount`, or `items.2.amount`. */
  readonly path: string
  readonly value: unknown
}

/** Every field and cell. */
export function* cellsOf({ scope, value }: Pick<CheckContext, 'scope' | 'value'>): Generator<FieldCell> {
  for (const field of scope.plan.fields) {
    for (const planned of [field, ...field.columns]) {
      for (const place of placesOf(scope, planned)) {
        yield { planned, place, path: pathIn(planned.key, place), value: readAt(value, planned.key, place) }
      }
    }
  }
}

/** The path of a field: `amount`, or `items.2.amount` for a cell of the third row. */
const pathIn = (key: string, place: RowPosition | undefined): string => (place ? `${place.table}.${place.index}.${key}` : key)

/**
 * Returns whether a field matters at this moment: at the start every one, at a node those that its approver may write, and derived ones.
 */
export function concerns({ at, editable }: Pick<CheckContext, 'at' | 'editable'>, planned: PlannedField): boolean {
  return at === 'start' || planned.derived !== undefined || editable(pathOf(planned))
}
