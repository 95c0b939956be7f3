import { normalizeContextKey, parser, trackVariables } from 'lezer-feel'
import { FeelError, type FeelRun } from '../run.ts'
import { type FeelContext, type FeelValue, isContext, isList } from '../values.ts'

const plainName = /^[\p{L}_?][\p{L}\p{N}_]*$/u

/** A name as written. Names with spaces or signs match keys that differ only in whitespace. */
export class Name {
  readonly text: string
  private readonly normalized: string
  private readonly plain: boolean

  constructor(source: string) {
    this.text = source.replace(/\s+/g, ' ').trim()
    this.plain = plainName.test(this.text)
    this.normalized = this.plain ? this.text : normalizeContextKey(this.text)
  }

  /** Returns whether a key spells this name. */
  matches(key: string): boolean {
    return key === this.text || (!this.plain && normalizeContextKey(key) === this.normalized)
  }

  /** The value of this name in a context; undefined when it has none. */
  in(context: FeelContext, run: FeelRun): FeelValue | undefined {
    const value = context[this.text]
    if (value === undefined || Object.getPrototypeOf(context) !== null) {
      if (!Object.hasOwn(context, this.text)) return this.plain ? undefined : this.search(context, run)
    }
    return value ?? null
  }

  private search(context: FeelContext, run: FeelRun): FeelValue | undefined {
    const keys = Object.keys(context)
    run.spend(keys.length)
    const key = keys.find((candidate) => this.matches(candidate))
    return key === undefined ? undefined : context[key] ?? null
  }
}

/** The names of a context, nested; null for a value that is not a context. */
export interface NameShape {
  readonly [name: string]: NameShape | null
}

/** Number of items of a list that are searched for names. */
const sampledItems = 50
const deepestShape = 20

/** The names in a context and, nested, in the contexts and lists of contexts inside it. */
export function shapeOf(context: FeelContext, depth = 0): NameShape {
  const shape: Record<string, NameShape | null> = {}
  for (const key of Object.keys(context)) shape[key] = innerShape(context[key] ?? null, depth + 1)
  return shape
}

function innerShape(value: FeelValue, depth: number): NameShape | null {
  if (depth > deepestShape) return null
  if (isContext(value)) return shapeOf(value, depth)
  if (!isList(value)) return null
  const shapes = value.slice(0, sampledItems).flatMap((item) => innerShape(item, depth + 1) ?? [])
  return shapes.length === 0 ? null : Object.assign({}, ...shapes) as NameShape
}

/** Words with a meaning in the grammar; the parser needs a list of those that are names. */
const ambiguousWords = new Set(['date', 'time', 'duration', 'days', 'years', 'months', 'list', 'context', 'of'])

/** The part of a shape that the parser needs: names that are not a single plain word. */
export function unusualNames(shape: NameShape): NameShape {
  const found: Record<string, NameShape | null> = {}
  for (const [name, inner] of Object.entries(shape)) {
    const unusual = inner ? unusualNames(inner) : {}
    const nested = Object.keys(unusual).length > 0
    if (nested || !plainName.test(name) || ambiguousWords.has(name)) found[name] = nested ? unusual : null
  }
  return found
}

type Tree = ReturnType<typeof parser.parse>
export type SyntaxNode = Tree['topNode']

/** Levels of brackets and of `if` in an expression. */
const deepestNesting = 100
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
  return new FeelError(near === '' ? 'incomplete' : 'syntax', near, { from, to: from + near.length })
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
