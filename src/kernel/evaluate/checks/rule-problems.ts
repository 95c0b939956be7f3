import type { FieldProblem } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Rule } from '#kernel/rules.ts'
import { type CheckContext, pathIn } from '../check-context.ts'
import type { PlannedRule } from '../plan/planned-field.ts'
import { sentence } from './rule-sentence.ts'
import { own, readAt } from '../rows.ts'
import type { RowPosition } from '../plan/scope.ts'

/** The rules of this moment that the value breaks, at each field that they name. */
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

/** The rows of the rule's table that whoever acts fills in, unless the table is hidden; without one, the header. */
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
