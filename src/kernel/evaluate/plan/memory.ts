import { Decimal } from 'decimal.js'
import { FeelDate } from '#kernel/feel/temporal/date.ts'
import type { FeelValue } from '#kernel/feel/values.ts'
import type { Formula } from './formula.ts'

/** The inputs of an evaluation: FEEL values and facts. */
export type Inputs = readonly unknown[]

interface MemorisedResult {
  readonly inputs: Inputs
  readonly result: FeelValue
}

/** Results kept per expression and row: a row is evaluated before and after its defaults are set. */
const keptOfEach = 2

/**
 * Memoises the expressions of one form by their inputs. Meant for a form that is being filled in: after a key stroke only the row with the
 * changed cell is evaluated again, and the aggregates over its table.
 */
export class Memory {
  /** Number of cache misses, i.e. of evaluations. */
  evaluated = 0
  private readonly known = new Map<Formula, MemorisedResult[][]>()

  /** Returns the cached result for these inputs, or evaluates. `row` is 0 for the header, then the row's number from 1. */
  recall(formula: Formula, row: number, inputs: Inputs, evaluate: () => FeelValue): FeelValue {
    const rows = this.known.get(formula) ?? []
    this.known.set(formula, rows)
    const before = (rows[row] ??= [])
    const found = before.find((one) => areSame(one.inputs, inputs))
    if (found) return found.result
    this.evaluated++
    const result = evaluate()
    before.unshift({ inputs, result })
    before.length = Math.min(before.length, keptOfEach)
    return result
  }
}

/** An input that never equals itself, for values that are mutated in place. */
export const alwaysNew = (): unknown => Number.NaN

function areSame(ones: Inputs, others: Inputs): boolean {
  for (let index = 0; index < others.length; index++) if (!isSame(ones[index], others[index])) return false
  return true
}

/** Compares decimals, dates and lists by content, other values by identity; a record's context is stable as long as the record is. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && areSame(one, other)
  return isSameScalar(one, other)
}

function isSameScalar(one: unknown, other: unknown): boolean {
  if (one instanceof Decimal) return other instanceof Decimal && one.eq(other)
  return one instanceof FeelDate && other instanceof FeelDate && one.epochDay === other.epochDay
}
