import { childrenOf, parse, type SyntaxNode } from '../feel/compile/parse.ts'
import { FeelError } from '../feel/run.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import type { Form } from '../form.ts'
import { decimalOf } from '../values/money.ts'
import type { FormValue } from '../values/value.ts'
import { keyAs } from './roles.ts'

/** Returns whether a field is the exchange rate and its value is 1, i.e. the currency is RMB. */
export const isBaseRate = (field: FieldDefinition, held: unknown): boolean =>
  field.as === 'exchangeRate' && decimalOf(held as string | null)?.equals(1) === true

/** Returns whether a column converts another one to RMB while the document is in RMB, so that both are equal. */
export function isSameInRmb({ form, value }: { readonly form: Pick<Form, 'fields'>; readonly value: FormValue },
  { rmb, value: formula = '' }: FieldDefinition): boolean {
  if (rmb !== true) return false
  const rate = keyAs(form.fields, 'exchangeRate')
  if (rate === undefined || !isBaseRate(form.fields[rate]!, value[rate])) return false
  return convertedColumn(formula, rate) !== undefined
}

/**
 * Returns whether a header total in RMB duplicates a total in the document's currency: the document is in RMB, and the formulas are the
 * same up to conversion.
 */
export function isSumInRmb({ form: { fields }, value }: { readonly form: Pick<Form, 'fields'>; readonly value: FormValue },
  inRmb: FieldDefinition, { value: formula }: FieldDefinition): boolean {
  const rate = keyAs(fields, 'exchangeRate')
  if (inRmb.rmb !== true || formula === undefined || rate === undefined || !isBaseRate(fields[rate]!, value[rate])) return false
  return inOwnCurrency(fields, rate, inRmb.value ?? '') === formula
}

/** The formula of a total in RMB, rewritten to the unconverted columns and without a conversion of the total. */
function inOwnCurrency(fields: Fields, rate: string, formula: string): string {
  const columns = Object.values(fields).flatMap((field) => Object.entries(field.columns ?? {}))
  const sources = new Map(columns.flatMap(([column, { value = '' }]) => {
    const source = convertedColumn(value, rate)
    return source === undefined ? [] : [[column, source] as const]
  }))
  const [whole, at] = conversionOf(formula)
  return renamed(whole && at === rate ? whole : formula, sources)
}

/** The column that a formula of the same row converts by the header's rate; undefined for any other formula. */
function convertedColumn(formula: string, rate: string): string | undefined {
  const [amount, at] = conversionOf(formula)
  return at === `header.${rate}` && treeOf(amount)?.name === 'VariableName' ? amount : undefined
}

/** The arguments of a formula that is a single call `rmb(amount, rate)`; empty for any other. */
function conversionOf(formula: string): readonly string[] {
  const call = treeOf(formula)
  if (call?.name !== 'FunctionInvocation') return []
  const [callee, , given] = childrenOf(call)
  const parts = given?.name === 'PositionalParameters' ? childrenOf(given).filter(({ name }) => name !== ',') : []
  const [amount, rate] = parts.map(({ from, to }) => formula.slice(from, to))
  const isConversion = callee !== undefined && formula.slice(callee.from, callee.to) === 'rmb' && parts.length === 2
  return isConversion ? [amount!, rate!] : []
}

/** The formula with its identifiers replaced. */
function renamed(formula: string, names: ReadonlyMap<string, string>): string {
  const tree = treeOf(formula)
  if (!tree || names.size === 0) return formula
  return identifiersIn(tree).toReversed().reduce((text, { from, to }) => {
    const name = names.get(text.slice(from, to))
    return name === undefined ? text : text.slice(0, from) + name + text.slice(to)
  }, formula)
}

const identifiersIn = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.name === 'Identifier' ? [node] : childrenOf(node).flatMap(identifiersIn)

const trees = new Map<string, SyntaxNode | undefined>()

/** The cached syntax tree of a formula; undefined if it does not parse, which start-up reports. */
function treeOf(formula = ''): SyntaxNode | undefined {
  if (!trees.has(formula)) trees.set(formula, parsed(formula))
  return trees.get(formula)
}

function parsed(formula: string): SyntaxNode | undefined {
  try {
    return parse(formula, {})
  } catch (error) {
    if (error instanceof FeelError) return undefined
    throw error
  }
}
