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
import { editableFields } from '../access/editable.ts'
import { type FormState, openValue } from '../form-state.ts'
import { ruleProblems, type FieldCell, cellsOf, concerns, type CheckContext } from './rule-problems.ts'
import { columnPath, fieldAt, parsePath } from '../path.ts'

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
