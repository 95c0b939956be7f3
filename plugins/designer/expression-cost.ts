import { type Finding, finding } from '#kernel/composition/problem.ts'
import { defaultNames, flowNames } from '#kernel/composition/expressions.ts'
import { rmbNames, rowKeys, rowNames } from '#kernel/evaluate/plan/context-names.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import { FormScope } from '#kernel/evaluate/plan/scope.ts'
import { FeelError } from '#kernel/feel/feel.ts'
import { stepsOfOneEvaluation as mostSteps } from '#kernel/feel/run.ts'
import { emptyContext, type FeelContext, isContext, isList } from '#kernel/feel/values.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { traitsOf } from '#kernel/kinds/host-traits.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { expressionsOf, type PlacedExpression, type ReferencePlace } from './model/references.ts'

/** Rows of a table that does not say how many it has at most. */
const mostRows = 500

const now = '2026-01-01 00:00:00'

/** Parts of an expression that go through a list; one of them alone is bounded by the rows of a table, unless each row goes through it. */
const passes = /\b(?:some|every)\b|\[|\b(?:overlap|index of|list contains)\s*\(/g

/**
 * Finds expressions that go through lists more often than an evaluation may: each with several passes is tried on full tables, whose rows
 * are all alike and all different. One of a column is evaluated for each row: all rows together may take as many steps as one evaluation.
 */
export function costFindings(form: Form): Finding[] {
  const tables = Object.keys(form.fields).filter((key) => form.fields[key]?.columns)
  const looping = expressionsOf(form).filter(({ source, table }) =>
    (source.match(passes)?.length ?? 0) > (table === undefined ? 1 : 0) && [...tables, '..'].some((long) => source.includes(long))
  )
  if (looping.length === 0) return []
  const scopes = [false, true].map((isAlike) => fullScope(form, isAlike))
  return looping.filter((expression) => scopes.some((scope) => isTooSlow(form, scope, expression))).map(({ place }) =>
    finding(placeText(place), `明细填满时计算超过${mostSteps}步（约50毫秒），请简化表达式或减少明细的最多行数`,
      `With full tables it takes more than ${mostSteps} steps (some 50 ms). Simplify it, or allow fewer rows`)
  )
}

/** The form with the most rows of every table. */
function fullScope(form: Form, isAlike: boolean): FormScope {
  const value: FormValue = Object.fromEntries(
    Object.entries(form.fields).map(([key, field]) => [key, field.columns ? rowsOf(field, isAlike) : sampleOf(field, 1)]),
  )
  return new FormScope(form, value, { facts: { today: now.slice(0, 10), now, reference: () => undefined } })
}

const rowsOf = ({ columns = {}, max }: FieldDefinition, isAlike: boolean) =>
  Array.from({ length: typeof max === 'number' ? Math.min(max, mostRows) : mostRows },
    (_, index) => ({ rowId: `r${index}`, ...rowOf(columns, isAlike ? 1 : index + 1) }))

const rowOf = (columns: Fields, number: number): FormValue =>
  Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, sampleOf(column, number)]))

/** Makes a value of what a kind holds; different numbers give different ones. */
const samples: Partial<Record<ReturnType<typeof traitsOf>['holds'], (number: number, field: FieldDefinition) => unknown>> = {
  decimal: String,
  integer: (number) => number,
  boolean: (number) => number % 2 === 1,
  date: (number) => `20${10 + (number % 80)}-01-01`,
  choice: (number, { options }) => options?.[number % options.length]?.value ?? `o${number}`,
  text: (number) => `x${number}`,
  id: (number) => `x${number}`,
}

const sampleOf = (field: FieldDefinition, number: number): unknown => samples[traitsOf(field).holds]?.(number, field) ?? null

function isTooSlow({ fields }: Form, scope: FormScope, { source, table }: PlacedExpression): boolean {
  const names = [...Object.keys(fields), ...Object.keys(rmbNames(fields)), ...flowNames, ...defaultNames,
    ...(table === undefined ? [] : [...rowNames, ...rowKeys, ...Object.keys(fields[table]?.columns ?? {})])]
  const rows = table === undefined ? undefined : scope.header[table]
  const evaluations = isList(rows) ? Math.max(1, rows.length) : 1
  try {
    formula(source, names).expression.evaluate(contextOf(scope, table), { today: now.slice(0, 10), now: now.replace(' ', 'T'),
      steps: Math.floor(mostSteps / evaluations) })
    return false
  } catch (error) {
    if (!(error instanceof FeelError)) throw error
    // one that cannot be read is found elsewhere
    return ['budget', 'tooLarge'].includes(error.code)
  }
}

/** The names of the form, and those of the last row of a table. */
function contextOf({ header }: FormScope, table: string | undefined): FeelContext {
  const rows = table === undefined ? undefined : header[table]
  const row = Array.isArray(rows) ? rows.at(-1) : undefined
  return Object.assign(emptyContext(), header, row && isContext(row) ? { ...row, header, item: row } : {})
}

/** The place of an expression as findings name it. */
function placeText({ of, id, attribute }: ReferencePlace): string {
  if (of === 'field') return `fields › ${id} › ${attribute}`
  if (of === 'rule') return `rules › ${id} › ${attribute}`
  return of === 'step' || of === 'branch' ? `flow › ${id} › ${attribute}` : attribute
}
