import type { FieldProblem, Parameters } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import { cellAt, cellOfName, nameOfCell } from './cell.ts'

/** A problem of the form, with its cell. */
export interface Problem {
  /** Name of the field or cell; empty for the form as a whole. */
  readonly name: string
  /** Id of the rule, or locale key of the message. */
  readonly code: string
  readonly level: 'block' | 'confirm' | 'warn'
  sentence(locale: Locale, any: (key: string, parameters?: Parameters) => string): string
}

/** Converts a problem of the kernel or server. */
export function problemOf(form: Form, value: FormValue, problem: FieldProblem): Problem {
  const cell = cellAt(form, value, problem.field)
  return {
    name: cell ? nameOfCell(cell) : '',
    code: problem.code,
    level: problem.level ?? 'block',
    sentence: (locale, any) => problem.message?.[locale] ?? any(problem.code, problem.parameters),
  }
}

/** Converts a problem whose message the server has already translated. */
export function spokenProblem(form: Form, value: FormValue,
  answered: { name: string; message: string; level?: Problem['level'] }): Problem {
  const cell = cellAt(form, value, answered.name)
  return { name: cell ? nameOfCell(cell) : '', code: answered.message, level: answered.level ?? 'block', sentence: () => answered.message }
}

/** Problems by cell; the first one of each cell. */
export function byName(problems: readonly Problem[]): ReadonlyMap<string, Problem> {
  const places = new Map<string, Problem>()
  for (const problem of problems) {
    const known = places.get(problem.name)
    if (!known || (known.level !== 'block' && problem.level === 'block')) places.set(problem.name, problem)
  }
  return places
}

/** The problems without those of these cells. */
export function withoutThose(problems: ReadonlyMap<string, Problem>, places: readonly string[]): ReadonlyMap<string, Problem> {
  return problems.size === 0 ? problems : new Map([...problems].filter(([place]) => !places.includes(place)))
}

interface FormSnapshot {
  readonly form: Form
  readonly at: string | undefined
  readonly value: FormValue
}

/**
 * Returns whether a column is an approved amount (`as: 'approvedAmount'`) that equals the requested amount in every row: the initiator
 * neither sees nor enters it. An amount reduced by an approver is visible.
 */
export function isUncutAmount({ form, at, value }: FormSnapshot, table: string, column: string): boolean {
  const field = form.fields[table]?.columns?.[column]
  if (at !== 'start' || field?.as !== 'approvedAmount' || field.default === undefined) return false
  const followed = field.default
  return rowsAt(value, table).every((row) => isNothing(row[column]) || isEqual(row[column], row[followed]))
}

/** The problems outside of such columns. */
export const outsideUncutAmounts = (filing: FormSnapshot, problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ name }) => {
    const { key, column } = cellOfName(name)
    return column === undefined || !isUncutAmount(filing, key, column)
  })

const isNothing = (held: unknown) => held === undefined || held === null || held === ''

const isEqual = (one: unknown, other: unknown) => {
  const amount = decimalOf(one as string)
  return amount !== null && decimalOf(other as string)?.equals(amount) === true
}
