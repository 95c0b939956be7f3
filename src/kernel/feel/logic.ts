import type { FeelValue } from './values.ts'

/** Three-valued conjunction; a non-boolean counts as null. */
export function and(left: FeelValue, right: FeelValue): boolean | null {
  if (left === false || right === false) return false
  return left === true && right === true ? true : null
}

/** Three-valued disjunction; a non-boolean counts as null. */
export function or(left: FeelValue, right: FeelValue): boolean | null {
  if (left === true || right === true) return true
  return left === false && right === false ? false : null
}

/** Three-valued negation. */
export function not(value: FeelValue): boolean | null {
  return typeof value === 'boolean' ? !value : null
}
