import { capitals } from '#kernel/values/capitals.ts'
import type { Expression } from '#kernel/feel/expression.ts'
import { compile, type CustomFunctions, type Environment, type FeelContext, type FeelValue } from '#kernel/feel/feel.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { rowNames } from './context-names.ts'

/** Functions of forms beyond FEEL's own. `capital(amount)`: the amount in legal Chinese capitals. */
export const formFunctions: CustomFunctions = Object.freeze({
  capital: {
    parameters: ['amount'],
    call: ([amount]: readonly FeelValue[]) => (isNumber(amount) ? capitals(amount.toFixed()) : null),
  },
})

/** An expression of a form, with every name that its context has to supply. */
export interface Formula {
  readonly expression: Expression
  readonly needs: readonly string[]
  /**
   * Names that its value rests on, with the context that each stands in; undefined where they are not known, or where it depends on the
   * moment.
   */
  readonly reads: readonly FormulaInput[] | undefined
}

interface FormulaInput {
  readonly name: string
  /** Of the form around the row, or of the row itself; else the row's name first, then the form's. */
  readonly of?: (typeof rowNames)[number]
}

/**
 * Compiles an expression of a form. `names` are the names of its context, for those that are also words of FEEL.
 * @throws FeelError when it cannot be read.
 */
export function formula(source: string, names: readonly string[]): Formula {
  const expression = compile(source, { names, functions: formFunctions })
  return { expression, needs: [...new Set([...expression.names, ...expression.implicit.map(({ name }) => name)])],
    reads: readsOf(expression) }
}

/** The time of day is another each time. */
const readsClock = /\bnow\s*\(/

function readsOf({ source, names, paths, implicit }: Expression): readonly FormulaInput[] | undefined {
  const whole = paths.some(([first, second]) => isRowName(first) && second === undefined) || implicit.some(({ name }) => isRowName(name))
  if (whole || readsClock.test(source)) return undefined
  const inside = paths.flatMap(([of, name]): FormulaInput[] => (isRowName(of) && name !== undefined ? [{ of, name }] : []))
  const plain = [...names, ...implicit.map(({ name }) => name)].filter((name) => !isRowName(name))
  return [...[...new Set(plain)].map((name) => ({ name })), ...inside]
}

const isRowName = (name: string | undefined): name is (typeof rowNames)[number] => rowNames.some((known) => known === name)

/** The answers of `today()`, `now()` and `dict()`. */
export function environmentOf({ today, now, dict }: Pick<FormFacts, 'today' | 'now' | 'dict'>): Environment {
  return { today, now: now.replace(' ', 'T'), dict: dict && ((key, value) => dict(key, value)) }
}

/** The value of a formula in a context. */
export const valueOf = ({ expression }: Formula, context: FeelContext, environment: Environment): FeelValue =>
  expression.evaluate(context, environment)
