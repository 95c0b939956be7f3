import { childrenOf, parse, type SyntaxNode } from '../../feel/compile/parse.ts'
import type { Feel, FieldDefinition, Fields } from '../../fields.ts'
import { kindOf } from '../../kinds/registry.ts'
import { expressionFindings, type ExpressionScope } from '../expressions.ts'
import { type Finding, finding } from '../problem.ts'

/** A field that an expression reads, by the name that it has there. */
interface Input {
  readonly name: string
  readonly field: FieldDefinition
}

/** Names bound inside an expression, each with the key of the table of whose rows it is one; `''` is the table of the innermost filter. */
type BoundRows = ReadonlyMap<string, string | undefined>

/** Functions that return null as soon as one argument is null. */
const strict = new Set(['modulo', 'abs', 'floor', 'ceiling', 'round', 'round up', 'round down', 'round half up', 'round half down',
  'decimal', 'days', 'minutes', 'monthOf', 'rmb', 'date', 'date and time', 'number', 'upper case', 'lower case', 'string length',
  'substring', 'len'])

/** Resolves the syntax nodes of one expression to form fields. */
class ConditionFields {
  private readonly source: Feel
  private readonly scope: ExpressionScope

  constructor(source: Feel, scope: ExpressionScope) {
    this.source = source
    this.scope = scope
  }

  text({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.source.slice(from, to)
  }

  /** The name and arguments of a function call; `[undefined]` for any other node. */
  call(node: SyntaxNode): [string | undefined, ...SyntaxNode[]] {
    if (node.name !== 'FunctionInvocation') return [undefined]
    const [name, ...rest] = childrenOf(node)
    const given = rest.find((child) => child.name === 'PositionalParameters')
    return [name && this.text(name), ...(given ? childrenOf(given) : [])]
  }

  /** The fields that make an operand null when they are empty. */
  inputs(node: SyntaxNode, bound: BoundRows): Input[] {
    if (node.name === 'ParenthesizedExpression' || node.name === 'ArithmeticExpression')
      return childrenOf(node).flatMap((child) => this.inputs(child, bound))
    const [called, ...args] = this.call(node)
    if (called !== undefined) return strict.has(called) ? args.flatMap((each) => this.inputs(each, bound)) : []
    if (node.name !== 'VariableName' && node.name !== 'PathExpression') return []
    const found = this.fieldAt(this.text(node).split('.').map((step) => step.trim()), bound)
    return found ? [found] : []
  }

  /** Key of the table of whose rows an operand is one, or a list. */
  tableOf(node: SyntaxNode, bound: BoundRows): string | undefined {
    const [base, inner] = childrenOf(node)
    if (node.name === 'FilterExpression' && base) return this.tableOf(base, bound)
    if (node.name === 'ParenthesizedExpression' && inner) return this.tableOf(inner, bound)
    const path = this.text(node).replace(/^header\./, '')
    return !bound.has(path) && this.scope.fields[path]?.kind === 'table' ? path : undefined
  }

  /** The field that a dotted path reads; an attribute is empty when its field is. */
  private fieldAt(path: readonly string[], bound: BoundRows): Input | undefined {
    if (path.some((step) => !/^\w+$/.test(step))) return undefined
    const { fields, table } = this.scope
    const [first = '', second = ''] = path
    if (bound.has(first)) return take(this.columnsOf(bound.get(first)), second, `${first}.`)
    if (first === 'item') return take(this.columnsOf(table), second)
    if (first === 'header') return take(fields, second)
    return take({ ...fields, ...this.columnsOf(table), ...this.columnsOf(bound.get('')) }, first)
  }

  private columnsOf(table: string | undefined): Fields {
    return (table === undefined ? undefined : this.scope.fields[table]?.columns) ?? {}
  }
}

const take = (fields: Fields, key: string, prefix = ''): Input | undefined => {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return field && { name: prefix + key, field }
}

/** The operands of a chain of `and` or `or`, flattened: the parser nests them pairwise. */
function operandsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => name !== 'and' && name !== 'or').flatMap((child) =>
    child.name === node.name ? operandsOf(child) : [child]
  )
}

/** The known outcome of a part of a condition. Three-valued: a comparison with null is neither true nor false. */
type Known = 'true' | 'false' | 'notTrue' | 'notFalse'

const opposite: Readonly<Record<Known, Known>> = { true: 'false', false: 'true', notTrue: 'notFalse', notFalse: 'notTrue' }

/** Names of the fields that cannot be empty when a part of a condition has this outcome. */
function presentWhere(node: SyntaxNode, known: Known, within: { fields: ConditionFields; bound: BoundRows }): string[] {
  return parts[node.name]?.(node, known, within) ?? []
}

const parts: Readonly<Record<string, typeof presentWhere>> = {
  ParenthesizedExpression: (node, known, within) => childrenOf(node).flatMap((child) => presentWhere(child, known, within)),
  Conjunction: ofChain,
  Disjunction: ofChain,
  Comparison: ofComparison,
  FunctionInvocation(node, known, within) {
    const [called, ...args] = within.fields.call(node)
    if (called === 'not' && args[0]) return presentWhere(args[0], opposite[known], within)
    return called === 'list contains' && known === 'true' ? namesIn(args.slice(1), within) : []
  },
}

type Within = Parameters<typeof presentWhere>[2]

const namesIn = (sides: readonly SyntaxNode[], { fields, bound }: Within): string[] =>
  sides.flatMap((side) => fields.inputs(side, bound)).map(({ name }) => name)

/** Union over the operands where each is known to have the outcome; otherwise the names common to all. */
function ofChain(node: SyntaxNode, known: Known, within: Within): string[] {
  const named = operandsOf(node).map((part) => presentWhere(part, known, within))
  const all: readonly Known[] = node.name === 'Conjunction' ? ['true', 'notFalse'] : ['false', 'notTrue']
  return named.flat().filter((name) => all.includes(known) || named.every((names) => names.includes(name)))
}

function ofComparison(node: SyntaxNode, known: Known, within: Within): string[] {
  const [left, operator, right] = childrenOf(node)
  if (!left || !operator || !right) return []
  if (operator.name === 'in') return known === 'true' ? namesIn([left], within) : []
  return provesBoth([left, right], within.fields.text(operator), known) ? namesIn([left, right], within) : []
}

/**
 * Whether both sides are known to be non-null: an ordering that is true or false proves it, equality proves it with a literal, and
 * inequality with `null` does.
 */
function provesBoth(sides: readonly SyntaxNode[], spelled: string, known: Known): boolean {
  if (spelled !== '=' && spelled !== '!=') return known === 'true' || known === 'false'
  const isEqual = ['true', 'notFalse'].includes(known) === (spelled === '=')
  return sides.some(({ name }) => name === 'null') ? !isEqual : isEqual && sides.some(({ name }) => name.endsWith('Literal'))
}

/** Checks an expression that is used as a condition: the checks of every expression, and that it does not hold merely by an empty field. */
export function conditionFindings(source: Feel, scope: ExpressionScope, where: string): Finding[] {
  const broken = expressionFindings(source, scope, where)
  return broken.length > 0 ? broken : absenceFindings(source, scope, where)
}

/**
 * Finds optional fields whose emptiness alone makes a condition hold. In FEEL `null != x` is true and `null = x` is false, so `x != "1"`,
 * `not(x = "1")`, `not(x in ("1", "2"))` and `x = y` hold before anything is entered. A condition that intends this is written
 * `x = null or x != "1"`. An empty switch is off, so `x != true` is not reported. The condition has to be parseable.
 */
export function absenceFindings(source: Feel, scope: ExpressionScope, where: string): Finding[] {
  const found = new Map(new AbsenceSearch(source, scope).heldByAbsence().map(({ name, field }) => [name, field]))
  return [...found].map(([name, { cn, en }]) =>
    finding(where, `“${cn}”未填时条件也成立：请加上“${name} != null and …”，若确为此意，写明“${name} = null or …”`,
      `It holds while “${en}” is empty: add “${name} != null and …”, or, if that is meant, “${name} = null or …”`)
  )
}

interface Place {
  /** Whether the whole condition holds where this part does; false inside of `not`. */
  readonly holds: boolean
  /** Names known not to be empty, or whose emptiness is handled, when this part is evaluated; and the conditions that hold there. */
  readonly guarded: ReadonlySet<string>
  readonly bound: BoundRows
}

const outermost: Place = { holds: true, guarded: new Set(), bound: new Map() }

/** Recursion limit when a calculated field is traced to the fields that it is computed from. */
const deepestDerivation = 8

class AbsenceSearch {
  private readonly source: Feel
  private readonly scope: ExpressionScope
  private readonly depth: number
  private readonly fields: ConditionFields

  constructor(source: Feel, scope: ExpressionScope, depth = 0) {
    this.source = source
    this.scope = scope
    this.depth = depth
    this.fields = new ConditionFields(source, scope)
  }

  heldByAbsence(): Input[] {
    return this.absent(parse(this.source, {}), outermost)
  }

  private readonly parts: Readonly<Record<string, (node: SyntaxNode, place: Place) => Input[]>> = {
    ParenthesizedExpression: (node, place) => childrenOf(node).flatMap((child) => this.absent(child, place)),
    Conjunction: (node, place) => this.absentOfChain(node, place),
    Disjunction: (node, place) => this.absentOfChain(node, place),
    Comparison: (node, place) => [...this.absentInside(node, place), ...this.absentOfComparison(node, place)],
    QuantifiedExpression: (node, place) => this.absentOfQuantifier(node, place),
    IfExpression: (node, place) => this.absentOfIf(node, place),
    FunctionInvocation: (node, place) => this.absentOfCall(node, place),
    FilterExpression: (node, place) => this.absentOfFilter(node, place),
  }

  private absent(node: SyntaxNode, place: Place): Input[] {
    return this.parts[node.name]?.(node, place) ?? this.absentInside(node, place)
  }

  /** Searches the conditions inside operands, such as filters. */
  private absentInside(node: SyntaxNode, place: Place): Input[] {
    return childrenOf(node).flatMap((child) => this.absent(child, { ...place, holds: true }))
  }

  /** Checks each part of a conjunction or disjunction, with the fields that the other parts prove to be non-empty when it decides. */
  private absentOfChain(node: SyntaxNode, place: Place): Input[] {
    const parts = operandsOf(node)
    const all = (node.name === 'Conjunction') === place.holds
    const needed: Known = place.holds ? 'true' : 'false'
    const missed: Known = place.holds ? 'notTrue' : 'notFalse'
    return parts.flatMap((part, index) => {
      const others = parts.filter((_, at) => at !== index)
      const held = all && place.holds ? others.map((other) => plain(this.fields.text(other))) : []
      const present = others.flatMap((other) => this.present(other, all ? needed : missed, place))
      return this.absent(part, { ...place, guarded: new Set([...place.guarded, ...held, ...present]) })
    })
  }

  private absentOfComparison(node: SyntaxNode, place: Place): Input[] {
    const [left, operator, right] = childrenOf(node)
    if (!left || !operator || !right) return []
    const spelled = this.fields.text(operator)
    if (spelled === '=' || spelled === '!=') return this.absentOfEquality([left, right], (spelled === '=') === place.holds, place)
    return operator.name === 'in' && !place.holds ? this.open([left], place) : []
  }

  /** Finds the fields whose absence makes an equality (both sides absent) or an inequality (exactly one side absent) hold. */
  private absentOfEquality(sides: readonly SyntaxNode[], isEqual: boolean, place: Place): Input[] {
    const open = sides.map((side) => this.open([side], place))
    if (isEqual) return open.every((side) => side.length > 0) ? open.flat() : []
    return sides.some((side) => side.name === 'null' || this.fields.text(side) === 'true') ? [] : open.flat()
  }

  private absentOfCall(node: SyntaxNode, place: Place): Input[] {
    const [called, ...args] = this.fields.call(node)
    if (called === 'not' && args[0]) return this.absent(args[0], { ...place, holds: !place.holds })
    const inside = args.flatMap((each) => this.absent(each, { ...place, holds: true }))
    return called === 'list contains' && !place.holds ? [...inside, ...this.open(args.slice(1), place)] : inside
  }

  private absentOfIf(node: SyntaxNode, place: Place): Input[] {
    const [, condition, , then, , otherwise] = childrenOf(node)
    if (!condition || !then || !otherwise) return []
    const where = (known: Known) => ({ ...place, guarded: new Set([...place.guarded, ...this.present(condition, known, place)]) })
    return [...this.absent(condition, { ...place, holds: true }), ...this.absent(then, where('true')),
      ...this.absent(otherwise, where('notTrue'))]
  }

  private absentOfQuantifier(node: SyntaxNode, place: Place): Input[] {
    const body = childrenOf(node).at(-1)
    const rows = childrenOf(node).filter(({ name }) => name === 'InExpressions').flatMap(childrenOf).map((each) => {
      const [name, , list] = childrenOf(each)
      return [name ? this.fields.text(name) : '', list && this.fields.tableOf(list, place.bound)] as const
    })
    return body ? this.absent(body, { ...place, bound: new Map([...place.bound, ...rows]) }) : []
  }

  private absentOfFilter(node: SyntaxNode, place: Place): Input[] {
    const [base, , condition] = childrenOf(node)
    if (!base || !condition) return []
    const table = this.fields.tableOf(base, place.bound)
    return [...this.absent(base, { ...place, holds: true }),
      ...this.absent(condition, { ...outermost, bound: new Map([...place.bound, ['item', table], ['', table]]) })]
  }

  private present(node: SyntaxNode, known: Known, { bound }: Place): string[] {
    return presentWhere(node, known, { fields: this.fields, bound })
  }

  /** Returns the fields that these operands need for a value and that may be empty here. */
  private open(sides: readonly SyntaxNode[], { guarded, bound }: Place): Input[] {
    return sides.flatMap((side) => this.fields.inputs(side, bound)).filter(({ name, field }) =>
      !guarded.has(name) && this.mayBeEmpty(field) && !isRequiredWhere(field, guarded)
    )
  }

  private mayBeEmpty(field: FieldDefinition): boolean {
    if (kindOf(field).isNeverAbsent) return false
    if (field.value === undefined) return isOptional(field)
    return this.depth < deepestDerivation && new AbsenceSearch(field.value, this.scope, this.depth + 1).isOpen()
  }

  /** Returns whether an expression has no value while some field is empty. */
  private isOpen(): boolean {
    return this.open([parse(this.source, {})], outermost).length > 0
  }
}

/** Fields that may be empty: a hidden field is not required, and one that the system sets is not entered. */
const isOptional = ({ system, required, visible, atNode }: FieldDefinition): boolean =>
  system !== true && (required !== true || visible !== undefined || atNode !== undefined)

/** Whether a conditionally required field is filled in here, because the conditions of `required` hold. */
const isRequiredWhere = ({ required }: FieldDefinition, held: ReadonlySet<string>): boolean =>
  typeof required === 'string' && plain(required).split(' and ').every((condition) => held.has(condition))

/** Normalises a condition, so that it compares equal whether it is written for a row or for the header. */
const plain = (condition: string): string => condition.replaceAll('header.', '').replaceAll(/\s+/g, ' ')
