/** Characters of a line, as for TypeScript. */
const widest = 140
/** Declarations that stand on the line of their selector; a rule with more is read as a list. */
const most = 4

/**
 * Lays out a style sheet: a rule of few declarations stands on one line where it fits, as do the selectors of a rule, and such rules of one
 * level stand below each other without an empty line. Comments and nested rules stay where they are.
 *
 * @example
 * layOutStyleSheet('.a {\n  color: red;\n}\n') // '.a { color: red; }\n'
 */
export function layOutStyleSheet(text: string): string {
  return withoutGaps(withShortRules(withJoinedSelectors(text.split('\n')))).join('\n')
}

/** A line that ends within a list of selectors; one that ends within a value begins with the name of its property. */
const isListed = (line: string) => /^\s*[^/\s@][^{};]*,$/.test(line) && !/^\s*(?:--)?[a-z-]+:\s/.test(line)

function withJoinedSelectors(lines: readonly string[]): string[] {
  const laidOut: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const { joined, last } = isListed(lines[at]!) ? joinedFrom(lines, at) : { joined: lines[at]!, last: at }
    const fits = last > at && joined.endsWith('{') && joined.length <= widest
    laidOut.push(fits ? joined : lines[at]!)
    if (fits) at = last
  }
  return laidOut
}

function joinedFrom(lines: readonly string[], first: number): { readonly joined: string; readonly last: number } {
  let [joined, last] = [lines[first]!.trimEnd(), first]
  while (joined.endsWith(',') && /^\s*[^\s;/}][^;/}]*[,{]$/.test(lines[last + 1] ?? '')) {
    last += 1
    joined += ` ${lines[last]!.trim()}`
  }
  return { joined, last }
}

function withShortRules(lines: readonly string[]): string[] {
  const laidOut: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    const declarations = /^\s*[^@\s].*\{$/.test(line) ? declarationsBelow(lines, at) : []
    const one = `${line} ${declarations.join(' ')} }`
    const isWhole = lines[at + declarations.length + 1] === `${/^\s*/.exec(line)![0]}}`
    const fits = isWhole && declarations.length > 0 && declarations.length <= most && one.length <= widest
    laidOut.push(fits ? one : line)
    if (fits) at += declarations.length + 1
  }
  return laidOut
}

function declarationsBelow(lines: readonly string[], at: number): string[] {
  const below: string[] = []
  while (/^\s+(?:(?!\/\*)[^{}])+;$/.test(lines[at + 1 + below.length] ?? '')) below.push(lines[at + 1 + below.length]!.trim())
  return below
}

/** Removes empty lines between rules of a line, and at the beginning of a block. */
function withoutGaps(lines: readonly string[]): string[] {
  const isShort = (line: string | undefined) => line !== undefined && /\{ .* \}$/.test(line)
  const indent = (line: string) => /^\s*/.exec(line)![0].length
  return lines.filter((line, at) => {
    const [before, after] = [lines[at - 1] ?? '', lines[at + 1] ?? '']
    if (line !== '') return true
    if (before.endsWith('{')) return false
    return !(isShort(before) && isShort(after) && indent(before) === indent(after))
  })
}
