import { parser, trackVariables } from 'lezer-feel'
import { FeelError } from '../error.ts'
import type { NameShape } from './names.ts'

type Tree = ReturnType<typeof parser.parse>
export type SyntaxNode = Tree['topNode']

const deepestNesting = 60
/** Step limit of the parser; ordinary input takes a few steps per character. */
const parserSteps = 400_000

/** Parses an expression. @throws FeelError when it is nested too deeply or not FEEL. */
export function parse(source: string, names: NameShape): SyntaxNode {
  checkNesting(source)
  const tree = runParser(withRangeTypes(source), names)
  refuseErrors(tree, source)
  const top = tree.topNode.firstChild && expressionOf(tree.topNode)
  if (!top) throw new FeelError('syntax', '∅', { from: 0, to: source.length })
  return top
}

/** The children without comments, which may occur anywhere. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'LineComment' && child.name !== 'BlockComment') children.push(child)
  }
  return children
}

function expressionOf(top: SyntaxNode): SyntaxNode | undefined {
  return childrenOf(top)[0]
}

function runParser(source: string, names: NameShape): Tree {
  const contextTracker = trackVariables(trackable(names))
  const parsing = parser.configure({ contextTracker, strict: true }).startParse(source)
  for (let step = 0; step < parserSteps; step++) {
    const tree = advance(parsing, source)
    if (tree) return tree
  }
  throw new FeelError('budget', '', { from: 0, to: source.length })
}

/** Advances a strict parser. It stops at the first fault (error recovery could be slow), with the offset in its message. */
function advance(parsing: ReturnType<typeof parser.startParse>, source: string): Tree | null {
  try {
    return parsing.advance()
  } catch (error) {
    const [, place] = /^No parse at (\d+)$/.exec(error instanceof SyntaxError ? error.message : '') ?? []
    if (place === undefined) throw error
    throw syntaxError(source, Number(place))
  }
}

function syntaxError(source: string, from: number): FeelError {
  const near = source.slice(from, from + 20)
  return new FeelError('syntax', near || '…', { from, to: from + near.length })
}

function trackable(names: NameShape): Record<string, unknown> {
  return Object.fromEntries(Object.entries(names).map(([name, inner]) => [name, inner ? trackable(inner) : 1]))
}

const opening = new Set(['(', '[', '{'])
const closing = new Set([')', ']', '}'])

/** Limits nesting before the input is parsed, against stack exhaustion. Brackets inside strings are not counted. */
function checkNesting(source: string): void {
  let depth = 0
  for (const { 0: token, index } of source.matchAll(/"(?:[^"\\]|\\.)*"|[()[\]{}]|\bif\b/g)) {
    if (opening.has(token) || token === 'if') depth++
    if (closing.has(token)) depth = Math.max(0, depth - 1)
    if (depth > deepestNesting) throw new FeelError('tooDeep', deepestNesting, { from: index, to: index + 1 })
  }
}

/** Rewrites `range<…>`, which the grammar lacks, to a list type; it is recognised later by its text. */
function withRangeTypes(source: string): string {
  return source.replace(/(\binstance\s+of\s+|<\s*|:\s*)range(\s*<)/g, '$1list $2')
}

function refuseErrors(tree: Tree, source: string): void {
  tree.iterate({
    enter(node) {
      if (node.type.isError) throw syntaxError(source, node.from)
    },
  })
}
