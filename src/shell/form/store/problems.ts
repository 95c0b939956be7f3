import type { FieldProblem, Parameters } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { cellAt, nameOfCell } from './cell.ts'

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
