import { FeelError } from '../error.ts'
import { entryOf, FeelRange, type FeelValue, isContext, isList, type FeelTypeName, kindOf } from '../values.ts'
import type { Compiler } from './contract.ts'
import { Name } from './names.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import type { Evaluator } from './scope.ts'

type TypeTest = (value: FeelValue) => boolean

/** `value instance of type`; null is an instance of nothing but Null. */
export function compileInstanceOf(node: SyntaxNode, compiler: Compiler): Evaluator {
  const children = childrenOf(node)
  const [subject, type] = [children[0], children.at(-1)]
  if (!subject || type?.name !== 'Type') throw compiler.refusal(node)
  const value = compiler.expression(subject)
  const test = compileType(type, compiler)
  return (scope) => test(value(scope))
}

const kinds: ReadonlySet<string> = new Set<FeelTypeName>([
  'number',
  'string',
  'boolean',
  'date',
  'time',
  'date and time',
  'days and time duration',
  'years and months duration',
  'list',
  'context',
  'range',
])

const ofKind = (kind: string): TypeTest => (value) => kindOf(value) === kind

function compileType(node: SyntaxNode, compiler: Compiler): TypeTest {
  const [type] = childrenOf(node)
  switch (type?.name) {
    case 'ListType':
      return compileListType(type, compiler)
    case 'ContextType':
      return compileContextType(type, compiler)
    case 'FunctionType':
      return () => false
    default:
      return namedType(new Name(compiler.text(node)).text, node)
  }
}

function namedType(name: string, node: SyntaxNode): TypeTest {
  if (name === 'Any') return (value) => value !== null
  if (name === 'Null') return (value) => value === null
  if (name === 'function') return () => false
  if (!kinds.has(name)) throw new FeelError('unknownType', name, node)
  return ofKind(name)
}

/** `list<T>`, and `range<T>`, which the grammar knows only as a list. */
function compileListType(node: SyntaxNode, compiler: Compiler): TypeTest {
  const inner = childrenOf(node).find((child) => child.name === 'Type')
  if (!inner) throw compiler.refusal(node)
  const item = compileType(inner, compiler)
  if (!compiler.text(node).startsWith('range')) return (value) => isList(value) && value.every((entry) => entry === null || item(entry))
  return (value) => value instanceof FeelRange && [value.start, value.end].every((end) => end === null || item(end))
}

/** A context has a type when it has all its entries; it may have more. */
function compileContextType(node: SyntaxNode, compiler: Compiler): TypeTest {
  const entries = childrenOf(node).find((child) => child.name === 'ContextEntryTypes')
  const tests = (entries ? childrenOf(entries) : []).map((entry) => {
    const [key, type] = childrenOf(entry)
    if (!key || !type) throw compiler.refusal(entry)
    return { key: new Name(compiler.text(key)).text, test: compileType(type, compiler) }
  })
  return (value) =>
    isContext(value) && tests.every(({ key, test }) => {
      const entry = entryOf(value, key)
      return entry !== undefined && (entry === null || test(entry))
    })
}
