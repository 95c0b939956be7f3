/** Most characters of a pattern. */
export const longestPattern = 200

/** A part of a pattern: an escaped character, a class of characters, a group's bracket, a quantifier, or any other character. */
const tokens = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|[*+?]|\{\d+(?:,\d*)?\}|./gsu

/** Quantifiers of a varying number of times; `{4}` is none. */
const varies = (token = ''): boolean => /^(?:[*+]|\{\d+,\d*\})$/.test(token)

/** Any repetition of a group. */
const repeats = (token = ''): boolean => varies(token) || /^\{(?!1\})\d+\}$/.test(token)

/** A character that separates the times that a group is repeated, as in `(,\d+)*`. */
const separator = /^\\?[^\w\s\\([{.*+?^$|]$|^\\\.$/

interface OpenGroup {
  readonly isSeparated: boolean
  isVarying: boolean
}

/**
 * Returns whether a pattern repeats a group that repeats something itself, as `(a+)+` does, without a separator at its beginning: the time
 * that such a pattern takes may double with every character of a text.
 */
export function hasNestedQuantifiers(pattern: string): boolean {
  const parts = pattern.match(tokens) ?? []
  // the pattern itself is the outermost group
  const open: OpenGroup[] = [{ isSeparated: true, isVarying: false }]
  return parts.some((token, at) => {
    const next = parts[at + 1]
    if (token.startsWith('(')) open.push({ isSeparated: separator.test(next ?? ''), isVarying: false })
    else if (varies(token)) open.at(-1)!.isVarying = true
    else if (token === ')' && open.length > 1) return isCostly(open, next)
    return false
  })
}

/** Closes the innermost group. @returns whether it is repeated, and repeats something itself without a separator */
function isCostly(open: OpenGroup[], next: string | undefined): boolean {
  const { isSeparated, isVarying } = open.pop()!
  if (isVarying) open.at(-1)!.isVarying = true
  return isVarying && !isSeparated && repeats(next)
}
