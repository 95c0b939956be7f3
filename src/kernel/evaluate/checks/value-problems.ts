import type { core } from 'zod'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { IssueParameters } from '#kernel/kinds/checked.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { valueSchema } from '#kernel/kinds/schema.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { type FieldCell, cellsOf, concerns, type CheckContext } from '../check-context.ts'
import { fieldAt, parsePath } from '../path.ts'

/** Values of the wrong type or length, and, beyond drafts, outside their limits or options. */
export function valueProblems(moment: CheckContext, level: 'draft' | 'full'): FieldProblem[] {
  const issues = valueSchema(moment.form.fields).safeParse(moment.value).error?.issues ?? []
  const found = issues.flatMap((issue) => problemsOf(issue, moment, level))
  if (level === 'draft') return found
  return [...found, ...factProblems(moment, new Set(found.flatMap((problem) => prefixesOf(problem.field))))]
}

/** Fields that are required here and hold nothing. */
export function missingProblems(moment: CheckContext): FieldProblem[] {
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

/** A document under approval may still hold what its form no longer declares. */
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

/** A limit counts where the field is shown and somebody could change it. */
function isChecked(path: string, { scope, states, ...moment }: CheckContext): boolean {
  const { key, index, column } = parsePath(path)
  const field = scope.plan.byKey.get(key)
  const planned = column === undefined ? field : field?.columns.find((candidate) => candidate.key === column)
  if (!planned) return true
  const place = index === undefined || column === undefined ? undefined : { table: key, index }
  return concerns(moment, planned) && states.visible(planned, place)
}

/** Choices that their dictionary does not have, files that their field does not take. */
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

/** `a.1.b` stands for `a`, `a.1` and itself: a list with a wrong entry is not looked at further. */
function prefixesOf(path: string): string[] {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}
