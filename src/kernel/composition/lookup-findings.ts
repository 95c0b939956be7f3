import { formula } from '../evaluate/plan/formula.ts'
import { FeelError } from '../feel/feel.ts'
import type { Dictionary } from '../plugin.ts'
import { type Finding, finding, within } from './problem.ts'

type Dictionaries = ReadonlyMap<string, Dictionary>

/**
 * Finds the faults of the calls of `dict` and `parameter` in the expressions of a declaration: a dictionary that does not
 * exist, one that keeps no parameters, or a parameter that it does not have. Expressions that cannot be read are reported elsewhere.
 */
export function lookupFindings(declared: unknown, dictionaries: Dictionaries): Finding[] {
  if (typeof declared === 'string') return mayLookUp.test(declared) ? inExpression(declared, dictionaries) : []
  if (typeof declared !== 'object' || declared === null) return []
  return Object.entries(declared).flatMap(([key, inner]) => within(placeOf(inner, key), lookupFindings(inner, dictionaries)))
}

const mayLookUp = /\b(dict|parameter)\s*\(/

/** Rules and nodes are named by their ids, as everywhere. */
const placeOf = (inner: unknown, key: string): string =>
  typeof inner === 'object' && inner !== null && 'id' in inner && typeof inner.id === 'string' ? inner.id : key

function inExpression(source: string, dictionaries: Dictionaries): Finding[] {
  try {
    return formula(source, []).expression.lookups.flatMap((lookup) => faultsOf(lookup, dictionaries))
  } catch (error) {
    if (error instanceof FeelError) return []
    throw error
  }
}

function faultsOf({ function: name, texts: [key, value] }: { readonly function: string; readonly texts: readonly (string | undefined)[] },
  dictionaries: Dictionaries): Finding[] {
  if (key === undefined) return []
  const dictionary = dictionaries.get(key)
  if (!dictionary) return [finding('', `没有字典“${key}”`, `There is no dictionary “${key}”`)]
  if (name !== 'parameter') return []
  if (!dictionary.parameters) return [finding('', `字典“${key}”不是参数`, `The dictionary “${key}” keeps no parameters`)]
  const isKnown = value === undefined || dictionary.items.some((item) => item.value === value)
  return isKnown ? [] : [finding('', `没有参数“${key} ${value}”`, `There is no parameter “${value}” in “${key}”`)]
}
