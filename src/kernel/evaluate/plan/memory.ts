import { Decimal } from 'decimal.js'
import { FeelDate } from '#kernel/feel/temporal/date.ts'
import type { FeelValue } from '#kernel/feel/values.ts'
import type { Formula } from './formula.ts'

/** The inputs that an expression read: values of FEEL, and facts about the world. */
export type Inputs = readonly unknown[]

interface MemorisedResult {
  readonly inputs: Inputs
  readonly result: FeelValue
}

/** A row that is filled in goes through two states: before its defaults, and after. */
const keptOfEach = 2

/**
 * The last results of the expressions of one form, and the values that they read: where none of these has changed, they are not
 * evaluated again. For a value that changes often and a little at a time, such as a form that somebody fills in: after a
 * key only the row with the changed cell is computed anew, and what adds up its table.
 */
export class Memory {
  /** Number of expressions that had to be evaluated. */
  evaluated = 0
  private readonly known = new Map<Formula, MemorisedResult[][]>()

  /** The result of an expression in a row (0 for the header, then the rows), from memory where its inputs are the same. */
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

/** Stands for a value that is never the same, because it is changed in place. */
export const alwaysNew = (): unknown => Number.NaN

function areSame(ones: Inputs, others: Inputs): boolean {
  for (let index = 0; index < others.length; index++) if (!isSame(ones[index], others[index])) return false
  return true
}

/** Decimals, dates and lists by what they hold; a record's context is the same object as long as the record is. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && areSame(one, other)
  return isSameScalar(one, other)
}

function isSameScalar(one: unknown, other: unknown): boolean {
  if (one instanceof Decimal) return other instanceof Decimal && one.eq(other)
  return one instanceof FeelDate && other instanceof FeelDate && one.epochDay === other.epochDay
}
