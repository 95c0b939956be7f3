import { capitals } from '#kernel/values/capitals.ts'
import { type Expression, compile, type CustomFunctions, type Environment, type FeelContext, type FeelValue } from '#kernel/feel/feel.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { rowNames } from './context-names.ts'

/** Functions available in forms in addition to FEEL's. `capital(amount)`: the amount in Chinese capital numerals. */
export const formFunctions: CustomFunctions = Object.freeze({
  capital: {
    parameters: ['amount'],
    call: ([amount]: readonly FeelValue[], run) => {
      if (!isNumber(amount)) return null
      // as long as its digits are many: a number has up to 6,000
      run.spend(32 + (Math.abs(amount.e) >> 4))
      return capitals(amount.toFixed())
    },
  },
})

/** A compiled expression of a form, with the names that its context has to supply. */
export interface Formula {
  readonly expression: Expression
  readonly needs: readonly string[]
  /**
   * Names that determine the value, each with its context; undefined if they are not known statically, or the expression reads the clock.
   */
  readonly reads: readonly FormulaInput[] | undefined
}

interface FormulaInput {
  readonly name: string
  /** `header` or `item`; absent: the row's value of that name, else the form's. */
  readonly of?: (typeof rowNames)[number]
}

/**
 * Compiles an expression of a form. `names` are the names of its context, needed to parse names that contain keywords of FEEL.
 * @throws FeelError when it does not parse.
 */
export function formula(source: string, names: readonly string[]): Formula {
  const expression = compile(source, { names, functions: formFunctions })
  return { expression, needs: [...new Set([...expression.names, ...expression.implicit.map(({ name }) => name)])],
    reads: readsOf(expression) }
}

/** Expressions that read the time of day cannot be cached. */
const readsClock = /\bnow\s*\(/

function readsOf({ source, names, paths, implicit }: Expression): readonly FormulaInput[] | undefined {
  const whole = paths.some(([first, second]) => isRowName(first) && second === undefined) || implicit.some(({ name }) => isRowName(name))
  if (whole || readsClock.test(source)) return undefined
  const inside = paths.flatMap(([of, name]): FormulaInput[] => (isRowName(of) && name !== undefined ? [{ of, name }] : []))
  const plain = [...names, ...implicit.map(({ name }) => name)].filter((name) => !isRowName(name))
  return [...[...new Set(plain)].map((name) => ({ name })), ...inside]
}

const isRowName = (name: string | undefined): name is (typeof rowNames)[number] => rowNames.some((known) => known === name)

/** The environment for `today()`, `now()` and `dict()`. */
export function environmentOf({ today, now, dict }: Pick<FormFacts, 'today' | 'now' | 'dict'>): Environment {
  return { today, now: now.replace(' ', 'T'), dict: dict && ((key, value) => dict(key, value)) }
}

/** Evaluates a formula; for a row, its columns take precedence over the form's fields. */
export const valueOf = ({ expression }: Formula, context: FeelContext, environment: Environment, row?: FeelContext): FeelValue =>
  expression.evaluate(context, environment, row)
