import { childrenOf, parse, type SyntaxNode } from '../../feel/compile/parse.ts'
import type { Feel, FieldDefinition } from '../../fields.ts'
import { kindOf } from '../../kinds/registry.ts'
import { expressionFindings, type ExpressionScope } from '../expressions.ts'
import { type Finding, finding } from '../problem.ts'
import { type BoundRows, ConditionFields, type Input, operandsOf } from './condition-fields.ts'
import { type Known, presentWhere } from './presence.ts'

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
