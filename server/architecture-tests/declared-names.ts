import { type ESTree, parseSync, Visitor } from 'vite'

type NameKind = 'type' | 'value' | 'key' | 'text'

export interface DeclaredName {
  readonly name: string
  /**
   * A type; a variable; a key of an object, a member, a property of an element or a value of a union; or a quoted text that is a name: a
   * locale key, a part of a URL, a class of a style sheet.
   */
  readonly kind: NameKind
}

export interface ParsedSource {
  /** The comments, without asterisks. */
  readonly comments: readonly string[]
  /** The text without comments. */
  readonly code: string
  /** Every name in the file; slower than the rest, since it walks the syntax tree. */
  names(): readonly DeclaredName[]
}

/** Parses a source file. */
export function parsed(path: string, text: string): ParsedSource {
  const result = parseSync(path, text)
  return {
    comments: result.comments.map(({ value }) => value.replaceAll(/^[ \t]*\*+[ \t]?/gm, '').trim()),
    code: result.comments.toReversed().reduce((code, { start, end }) => code.slice(0, start) + code.slice(end), text),
    names() {
      const names: DeclaredName[] = []
      new Visitor(collector((kind, name) => names.push({ kind, name }))).visit(result.program)
      return names
    },
  }
}

type Add = (kind: NameKind, name: string) => void

function collector(add: Add): ConstructorParameters<typeof Visitor>[0] {
  const taken = new Set<unknown>()
  const id = (kind: NameKind) => ({ id: named }: { readonly id?: { readonly name: string } | null }) =>
    void (named && add(kind, named.name))
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
    // a destructured key is named by the object, not by this file
    ObjectPattern: ({ properties }) => properties.forEach((each) => taken.add(each)),
    Property: (node) => void (taken.has(node) || key(node)),
    ImportSpecifier: ({ local }) => add('value', local.name),
    JSXAttribute: ({ name }) => void (name.type === 'JSXIdentifier' && add('key', name.name)),
    TSAsExpression: ({ expression }) => constantsOf(expression).forEach((value) => add('key', value)),
    Literal: ({ value }) => void (typeof value === 'string' && namesIn(value).forEach((name) => add('text', name))),
    TemplateElement: ({ value: { raw } }) => namesIn(raw).forEach((name) => add('text', name)),
    TSLiteralType: ({ literal }) => void (literal.type === 'Literal' && typeof literal.value === 'string' && add('key', literal.value)),
  }
}

/** Returns the names bound by a pattern. */
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

/** Returns the names in a text that consists of names; empty for a sentence or an external URL. */
const namesIn = (text: string): readonly string[] =>
  /^(?!\w+:\/\/)[a-z0-9@#/.?&=][\w@#/.?&=: -]*$/.test(text) && !text.trim().includes(' ')
    ? text.trim().split(/[^\w-]+/).filter((name) => name !== '')
    : []

/** Returns the texts of a constant list, from which a type may be derived. */
const constantsOf = (expression: ESTree.Expression): string[] =>
  expression.type === 'ArrayExpression'
    ? expression.elements.flatMap((each) => (each?.type === 'Literal' && typeof each.value === 'string' ? [each.value] : []))
    : []

/** Returns the text of a key that is an identifier; undefined for private members, sentences and URLs. */
function textOf(key: ESTree.PropertyKey): string | undefined {
  if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') return key.name
  return key.type === 'Literal' && typeof key.value === 'string' && /^[\w.-]+$/.test(key.value) ? key.value : undefined
}
