import type { core } from 'zod'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { alikeRows } from '#kernel/fields/unique.ts'
import type { IssueParameters } from '#kernel/kinds/checked.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { valueSchema } from '#kernel/kinds/schema.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Rule } from '#kernel/rules.ts'
import { type FeelValue, toJson } from '#kernel/feel/feel.ts'
import { isNumber, kindOf as kindOfFeel } from '#kernel/feel/values.ts'
import { fillText } from '#kernel/wording/translate.ts'
import { editableFields } from '../access/editable.ts'
import { type FormState, openValue } from '../form-state.ts'
import { columnPath, fieldAt, parsePath } from '../path.ts'
import { pathOf, type PlannedField, type PlannedRule, type PlannedSentence } from '../plan/plan.ts'
import { own, readAt } from '../rows.ts'
import type { FormScope, RowPosition } from '../plan/scope.ts'
import { placesOf } from '../filling/complete.ts'
import type { States } from '../access/states.ts'

/** The rules that apply at this moment and are broken, reported at each field that they name. */
function ruleProblems(moment: CheckContext): FieldProblem[] {
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
interface CheckContext {
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
interface FieldCell {
  readonly planned: PlannedField
  readonly place: RowPosition | undefined
  /** `amount`, or `items.2.amount`. */
  readonly path: string
  readonly value: unknown
}

/** Every field and cell. */
function* cellsOf({ scope, value }: Pick<CheckContext, 'scope' | 'value'>): Generator<FieldCell> {
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
function concerns({ at, editable }: Pick<CheckContext, 'at' | 'editable'>, planned: PlannedField): boolean {
  return at === 'start' || planned.derived !== undefined || editable(pathOf(planned))
}

export interface CheckOptions {
  /** `start` when the form is filed, or the id of the node whose approver passes it. */
  readonly at: string
  /** `draft`: fields may be missing and limits exceeded, but values must be storable. @default 'full' */
  readonly level?: 'draft' | 'full'
  /** The value holds only some fields: absent fields are not reported, and rules that read them are skipped. */
  readonly partial?: boolean
}

/**
 * Validates the value of a form: types and lengths, then required fields, limits and options, then the rules. At a node, only fields that
 * its approver may write are checked for required and limits. Derived fields are computed first.
 */
export function check(form: Form, value: FormValue, facts: FormFacts, options: CheckOptions): FieldProblem[] {
  return checkOpened(openValue(form, value, { facts, at: options.at }), options)
}

/** Variant of `check` for a value that is already open at the same moment. */
export function checkOpened(opened: FormState, { at, level = 'full', partial = false }: CheckOptions): FieldProblem[] {
  const moment = { ...opened, at, partial, editable: editableFields(opened.form, at) }
  const wrong = valueProblems(moment, level)
  if (level === 'draft') return wrong
  const broken = [...ruleProblems(moment), ...alikeIn(moment)]
  const blocked = new Set(broken.filter((problem) => problem.level === 'block').map((problem) => problem.field))
  return [...missingProblems(moment).filter((problem) => !blocked.has(problem.field)), ...wrong, ...broken]
}

/** Rows that exclude each other, where they are editable at this moment. */
const alikeIn = ({ form, value, editable }: FormState & { readonly editable: (path: string) => boolean }): FieldProblem[] =>
  alikeRows(form, value).filter(({ field }) => editable(columnPath(field)))

/** Values of the wrong type or length and, unless `draft`, outside their limits or options. */
function valueProblems(moment: CheckContext, level: 'draft' | 'full'): FieldProblem[] {
  const issues = valueSchema(moment.form.fields).safeParse(moment.value).error?.issues ?? []
  const found = issues.flatMap((issue) => problemsOf(issue, moment, level))
  if (level === 'draft') return found
  return [...found, ...factProblems(moment, new Set(found.flatMap((problem) => prefixesOf(problem.field))))]
}

/** Fields that are required at this moment and empty. */
function missingProblems(moment: CheckContext): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const cell of cellsOf(moment)) {
    const ask = kindOf(cell.planned.field).ask
    if (ask && isMissing(cell, moment))
      problems.push({ field: cell.path, code: ask, parameters: { label: bilingual(cell.planned.field) }, level: 'block' })
  }
  return problems
}

function isMissing({ planned, place, value }: FieldCell, moment: CheckContext): boolean {
  if (!kindOf(planned.field).empty(value) || (moment.partial && value === undefined)) return false
  return concerns(moment, planned) && moment.states.of(planned, place).required
}

function problemsOf(issue: core.$ZodIssue, moment: CheckContext, level: 'draft' | 'full'): FieldProblem[] {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') return unknownProblems(issue.keys, field, moment.at)
  const { code, parameters, limit } = paramsOf(issue) ?? shapeProblemAt(moment.form, field)
  if (limit && (level === 'draft' || !isChecked(field, moment))) return []
  return [{ field, code, parameters, level: 'block' }]
}

/** Unknown keys, at the start only: a document under approval may still hold fields that its form no longer declares. */
function unknownProblems(keys: readonly string[], at: string, moment: string): FieldProblem[] {
  if (moment !== 'start') return []
  return keys.map((key) => ({ field: at === '' ? key : `${at}.${key}`, code: 'field.unknown', parameters: { name: key }, level: 'block' }))
}

function paramsOf(issue: core.$ZodIssue): IssueParameters | undefined {
  return issue.code === 'custom' ? (issue.params as IssueParameters | undefined) : undefined
}

function shapeProblemAt(form: Form, path: string): IssueParameters {
  const field = fieldAt(form.fields, path) ?? fieldAt(form.fields, parsePath(path).key)
  return { code: (field && kindOf(field).shapeCode) ?? 'field.type', parameters: { label: field ? bilingual(field) : path }, limit: false }
}

/** Whether limits apply: the field is visible and editable at this moment. */
function isChecked(path: string, { scope, states, ...moment }: CheckContext): boolean {
  const { key, index, column } = parsePath(path)
  const field = scope.plan.byKey.get(key)
  const planned = column === undefined ? field : field?.columns.find((candidate) => candidate.key === column)
  if (!planned) return true
  const place = index === undefined || column === undefined ? undefined : { table: key, index }
  return concerns(moment, planned) && states.visible(planned, place)
}

/** Choices that are not in their dictionary, and files that their field does not accept. */
function factProblems(moment: CheckContext, wrong: ReadonlySet<string>): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const cell of cellsOf(moment)) {
    if (!wrong.has(cell.path) && isHeld(cell, moment)) problems.push(...cellProblems(cell, moment))
  }
  return problems
}

function isHeld({ planned, place, value }: FieldCell, moment: CheckContext): boolean {
  const { factFaults, empty } = kindOf(planned.field)
  return factFaults !== undefined && !empty(value) && concerns(moment, planned) && moment.states.visible(planned, place)
}

function cellProblems({ planned: { field }, path, value }: FieldCell, { scope }: CheckContext): FieldProblem[] {
  const faults = kindOf(field).factFaults?.(value, field, scope.facts) ?? []
  return faults.map(({ code, parameters, path: below = [] }) => ({
    field: [path, ...below].join('.'),
    code,
    parameters: { label: bilingual(field), ...parameters },
    level: 'block',
  }))
}

/** `a.1.b` → `a`, `a.1`, `a.1.b`: a list with an invalid entry is not checked further. */
function prefixesOf(path: string): string[] {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

/**
 * A sentence of a form, its blanks filled. English groups the thousands of a number, Chinese does not; of a
 * "中文/English" text each language shows its half.
 */
export function sentence({ says, blanks }: PlannedSentence, scope: FormScope, place: RowPosition | undefined): Label {
  if (blanks.length === 0) return says
  const values = blanks.map(([name, formula]) => [name, scope.evaluate(formula, place)] as const)
  const texts = (grouped: boolean) => Object.fromEntries(values.map(([name, value]) => [name, textOf(value, grouped)]))
  return { cn: fillText(says.cn, texts(false), 'cn'), en: fillText(says.en, texts(true), 'en') }
}

function textOf(value: FeelValue, grouped: boolean): string {
  if (value === null) return '—'
  if (kindOfFeel(value) === 'date and time') return String(toJson(value)).replace('T', ' ')
  if (!isNumber(value)) return String(toJson(value))
  const [whole = '', ...rest] = value.toFixed().split('.')
  return [grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole, ...rest].join('.')
}
