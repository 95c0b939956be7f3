import type { Expression } from './expression.ts'
import type { CustomFunctions } from './functions/registry.ts'

const size = 2000

/** Compiled expressions, the least recently used forgotten first; apart for each set of added functions. */
export class ExpressionCache {
  private readonly shared = new Map<string, Expression>()
  private readonly ofFunctions = new WeakMap<CustomFunctions, Map<string, Expression>>()

  get(functions: CustomFunctions | undefined, key: string, make: () => Expression): Expression {
    const expressions = this.expressionsOf(functions)
    const found = expressions.get(key)
    const expression = found ?? make()
    if (found) expressions.delete(key)
    else if (expressions.size >= size) expressions.delete(expressions.keys().next().value ?? '')
    expressions.set(key, expression)
    return expression
  }

  private expressionsOf(functions: CustomFunctions | undefined): Map<string, Expression> {
    if (!functions) return this.shared
    const known = this.ofFunctions.get(functions) ?? new Map<string, Expression>()
    this.ofFunctions.set(functions, known)
    return known
  }
}
