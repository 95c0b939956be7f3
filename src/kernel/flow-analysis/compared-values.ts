import { FeelDate } from '../feel/temporal/date.ts'
import { formula } from '../evaluate/plan/formula.ts'
import { childrenOf, parse, type SyntaxNode, unusualNames } from '../feel/compile/parse.ts'
import { parseNumber } from '../feel/numbers.ts'
import { parseDate } from '../feel/temporal/parse.ts'
import { unescape } from '../feel/text.ts'
import type { Feel } from '../fields.ts'

/** An atomic condition, such as `amount > 5000`. */
export interface Atom {
  readonly source: Feel
  /** The paths that it reads, e.g. `['amount']`, `['items', 'amount']`, `['applicantDept', 'company']`. */
  readonly paths: readonly (readonly string[])[]
  /** Number literals that it compares with. */
  readonly numbers: readonly string[]
  readonly texts: readonly string[]
  readonly dates: readonly FeelDate[]
  /** It compares with `null`. */
  readonly absent: boolean
  /** Only comparisons and lookups: values around its literals cover all outcomes. */
  readonly plain: boolean
}

/**
 * Splits a condition at `and`, `or`, `not` and `if` into its atomic parts.
 *
 * @throws FeelError when it does not parse
 */
export function atomsOf(source: Feel, names: readonly string[]): readonly Atom[] {
  const top = parse(source, unusualNames(Object.fromEntries(names.map((name) => [name, null]))))
  return partsOf(top, source).map((node) => atomOf(node, source, names))
}

const joining: ReadonlySet<string> = new Set(['Conjunction', 'Disjunction', 'ParenthesizedExpression', 'IfExpression'])

function partsOf(node: SyntaxNode, source: Feel): readonly SyntaxNode[] {
  const inner = joining.has(node.name) ? childrenOf(node) : negated(node, source)
  return inner ? inner.filter(({ name }) => /^[A-Z]/.test(name)).flatMap((child) => partsOf(child, source)) : [node]
}

function negated(node: SyntaxNode, source: Feel): readonly SyntaxNode[] | undefined {
  const [callee, , parameters] = childrenOf(node)
  const isNot = node.name === 'FunctionInvocation' && callee !== undefined && textOf(callee, source) === 'not'
  return isNot && parameters ? childrenOf(parameters) : undefined
}

function atomOf(node: SyntaxNode, whole: Feel, names: readonly string[]): Atom {
  const source = textOf(node, whole)
  const { expression } = formula(source, names)
  const inside = expression.implicit.flatMap(({ name, within }) => [[...within, name], ...(names.includes(name) ? [[name]] : [])])
  const all = [node, ...below(node)]
  const texts = all.filter(({ name }) => name === 'StringLiteral').map((literal) => unescape(textOf(literal, whole)))
  return {
    source,
    paths: [...expression.paths, ...inside],
    numbers: all.filter(({ name }) => name === 'NumericLiteral').flatMap((literal) =>
      parseNumber(textOf(literal, whole).replace(/\s/g, ''))?.toFixed() ?? []
    ),
    texts,
    dates: texts.flatMap((text) => parseDate(text) ?? []),
    absent: all.some(({ name }) => name === 'null'),
    plain: all.every((part) => isPlain(part, whole)),
  }
}

const below = (node: SyntaxNode): readonly SyntaxNode[] => childrenOf(node).flatMap((child) => [child, ...below(child)])

/** Syntax nodes that compute: sampled values do not cover all their outcomes. */
const calculating: ReadonlySet<string> = new Set(['ArithmeticExpression', 'FilterExpression', 'Context', 'InstanceOfExpression'])
const lookingUp: ReadonlySet<string> = new Set(['list contains', 'not', 'date'])

function isPlain(node: SyntaxNode, source: Feel): boolean {
  if (node.name === 'IterationContext') return childrenOf(node).length === 1
  if (node.name !== 'FunctionInvocation') return !calculating.has(node.name)
  const [callee] = childrenOf(node)
  return callee !== undefined && lookingUp.has(textOf(callee, source))
}

const textOf = ({ from, to }: SyntaxNode, source: Feel): string => source.slice(from, to)

/**
 * The literals that conditions compare a value with and, nested, those for its parts: columns of a table, attributes of a record.
 */
export interface ComparedValues {
  readonly numbers: Set<string>
  readonly texts: Set<string>
  readonly dates: Map<number, FeelDate>
  /** Contains true if the value is compared with `null`. */
  readonly absent: Set<true>
  readonly below: Map<string, ComparedValues>
}

/** The compared literals of atoms, by the name that is read. */
export function comparisonsOf(atoms: readonly Atom[]): ReadonlyMap<string, ComparedValues> {
  const top = noComparisons()
  // twice, so that literals of one side of a comparison propagate to the other side
  for (const atom of [...atoms, ...atoms]) learn(atom, atom.paths.map((path) => placeOf(top, path)))
  return top.below
}

/** Merges the compared literals of several fields of one kind of record. */
export function joined(several: Iterable<ComparedValues>): ComparedValues {
  const all = noComparisons()
  for (const { below, ...more } of several) {
    add(all, more)
    for (const [key, inner] of below) all.below.set(key, joined([inner, all.below.get(key) ?? noComparisons()]))
  }
  return all
}

const noComparisons = (): ComparedValues => ({ numbers: new Set(), texts: new Set(), dates: new Map(), absent: new Set(),
  below: new Map() })

function learn({ numbers, texts, dates, absent }: Atom, places: readonly ComparedValues[]): void {
  const known = noComparisons()
  add(known, { numbers, texts, dates: dates.map((date) => [date.epochDay, date]), absent: absent ? [true] : [] })
  for (const place of places) add(known, place)
  for (const place of places) add(place, known)
}

interface ComparedValueLists {
  readonly numbers: Iterable<string>
  readonly texts: Iterable<string>
  readonly dates: Iterable<readonly [number, FeelDate]>
  readonly absent: Iterable<true>
}

function add(place: ComparedValues, { numbers, texts, dates, absent }: ComparedValueLists): void {
  for (const number of numbers) place.numbers.add(number)
  for (const text of texts) place.texts.add(text)
  for (const [day, date] of dates) place.dates.set(day, date)
  for (const yes of absent) place.absent.add(yes)
}

function placeOf(top: ComparedValues, path: readonly string[]): ComparedValues {
  let place = top
  for (const step of path) {
    const inner: ComparedValues = place.below.get(step) ?? noComparisons()
    place.below.set(step, inner)
    place = inner
  }
  return place
}
