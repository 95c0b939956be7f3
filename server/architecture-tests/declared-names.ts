import { type ESTree, parseSync, Visitor } from 'vite'

type Kind = 'type' | 'value' | 'key'

export interface DeclaredName {
  readonly name: string
  /** A type, something that holds a value, or a key: of an object, a member, a property of an element, a value of a union. */
  readonly kind: Kind
}

export interface Comment {
  readonly isDoc: boolean
  /** Its lines, without asterisks. */
  readonly text: string
}

export interface Parsed {
  readonly names: readonly DeclaredName[]
  readonly comments: readonly Comment[]
}

/** Returns every name that a source file gives, and its comments. */
export function declaredIn(path: string, text: string): Parsed {
  const { program, comments } = parseSync(path, text)
  const names: DeclaredName[] = []
  new Visitor(collector((kind, name) => names.push({ kind, name }))).visit(program)
  return {
    names,
    comments: comments.map(({ type, value }) => ({
      isDoc: type === 'Block' && value.startsWith('*'),
      text: value.replaceAll(/^[ \t]*\*+[ \t]?/gm, '').trim(),
    })),
  }
}

type Add = (kind: Kind, name: string) => void

function collector(add: Add): ConstructorParameters<typeof Visitor>[0] {
  const taken = new Set<unknown>()
  const id = (kind: Kind) => ({ id: named }: { readonly id?: { readonly name: string } | null }) => void (named && add(kind, named.name))
  const key = ({ key: named, computed }: { readonly key: ESTree.PropertyKey; readonly computed: boolean }) => {
    const name = computed ? undefined : textOf(named)
    if (name !== undefined) add('key', name)
  }
  const bind = (pattern: ESTree.ParamPattern | null) => bound(pattern).forEach((name) => add('value', name))
  const parameters = ({ params }: { readonly params: readonly ESTree.ParamPattern[] }) => params.forEach(bind)
  const callable = (node: ESTree.Function) => {
    id('value')(node)
    parameters(node)
  }
  return {
    VariableDeclarator: ({ id: pattern }) => bind(pattern),
    CatchClause: ({ param }) => bind(param),
    FunctionDeclaration: callable,
    FunctionExpression: callable,
    TSDeclareFunction: callable,
    TSEmptyBodyFunctionExpression: callable,
    ArrowFunctionExpression: parameters,
    TSFunctionType: parameters,
    TSMethodSignature(node) {
      key(node)
      parameters(node)
    },
    ClassDeclaration: id('type'),
    ClassExpression: id('type'),
    TSInterfaceDeclaration: id('type'),
    TSTypeAliasDeclaration: id('type'),
    TSTypeParameter: ({ name }) => add('type', name.name),
    TSPropertySignature: key,
    PropertyDefinition: key,
    MethodDefinition: key,
    // what is taken out of an object is called as the object calls it
    ObjectPattern: ({ properties }) => properties.forEach((each) => taken.add(each)),
    Property: (node) => void (taken.has(node) || key(node)),
    ImportSpecifier: ({ local }) => add('value', local.name),
    JSXAttribute: ({ name }) => void (name.type === 'JSXIdentifier' && add('key', name.name)),
    TSLiteralType: ({ literal }) => void (literal.type === 'Literal' && typeof literal.value === 'string' && add('key', literal.value)),
  }
}

/** Returns the names that a pattern binds. */
function bound(pattern: ESTree.ParamPattern | ESTree.BindingRestElement | ESTree.FormalParameterRest | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => bound(each.type === 'RestElement' ? each.argument : each.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => bound(each))
    case 'AssignmentPattern':
      return bound(pattern.left)
    case 'RestElement':
      return bound(pattern.argument)
    case 'TSParameterProperty':
      return bound(pattern.parameter)
    default:
      return []
  }
}

/** Returns the text of a key that is written as a word: not that of a private member, nor of a sentence or an address. */
function textOf(key: ESTree.PropertyKey): string | undefined {
  if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') return key.name
  return key.type === 'Literal' && typeof key.value === 'string' && /^[\w.-]+$/.test(key.value) ? key.value : undefined
}
