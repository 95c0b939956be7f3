import { describe, expect, it } from 'vitest'
import { compile, type Environment, fromJson, shapeOf, toJson } from './feel.ts'
import { isContext } from './values.ts'

/** An expression and its expected value as JSON; dates, durations and ranges as text. */
export type TruthTableRow = readonly [expression: string, value: unknown]

/** Declares one test per row: the expression, evaluated in a context, yields the value. */
export function holds(title: string, rows: readonly TruthTableRow[], context: object = {}, environment: Environment = {}): void {
  describe(`${title}:`, () => {
    it.each(rows)('%s → %j', (expression, value) => {
      expect(valueOf(expression, context, environment)).toEqual(value)
    })
  })
}

/** Evaluates an expression, as JSON. */
export function valueOf(expression: string, context: object = {}, environment: Environment = {}): unknown {
  const values = fromJson(context)
  if (!isContext(values)) throw new Error('the context is no object')
  return toJson(compile(expression, { shape: shapeOf(values) }).evaluate(values, environment))
}
