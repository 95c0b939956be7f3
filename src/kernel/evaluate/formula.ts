import { capitals } from '../capitals.ts'
import { compile, type CustomFunctions, type Environment, type Expression, type FeelContext, type FeelValue } from '../feel/feel.ts'
import { isNumber } from '../feel/values.ts'
import type { FormFacts } from '../facts.ts'

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
}

/**
 * Compiles an expression of a form. `names` are the names of its context, for those that are also words of FEEL.
 * @throws FeelError when it cannot be read.
 */
export function formula(source: string, names: readonly string[]): Formula {
  const expression = compile(source, { names, functions: formFunctions })
  return { expression, needs: [...new Set([...expression.names, ...expression.implicit.map(({ name }) => name)])] }
}

/** What `today()`, `now()` and `dict()` answer. */
export function environmentOf({ today, now, dict }: Pick<FormFacts, 'today' | 'now' | 'dict'>): Environment {
  return { today, now: now.replace(' ', 'T'), dict: dict && ((key, value) => dict(key, value)) }
}

/** The value of a formula in a context. */
export const valueOf = ({ expression }: Formula, context: FeelContext, environment: Environment): FeelValue =>
  expression.evaluate(context, environment)
