import { type ESTree, parseSync } from 'vite'
import { expect, it } from 'vitest'
import { sources } from './sources.ts'

/** Tests, and files that only tests use. */
const ofTests = /\.test\.tsx?$|\/(?:architecture-tests|testing)\/|\/(?:testing(?:-[a-z-]+)?|contract-(?:kit|filing))\.tsx?$/

/** An export without a docstring above it. Files without one are not parsed, since parsing takes most of the time. */
const bare = /(?<!\*\/\n)^export (?:default |async |function |const |\{)/m

it('each exported function has a docstring: what it means or answers, with its unit, its error or the source of its rule', () => {
  const files = sources(['src', 'providers', 'resources', 'plugins', 'server', 'bench'], /\.tsx?$/).filter(({ path }) =>
    !ofTests.test(path)
  )
  expect(files.flatMap(({ path, text }) => undocumented(path, text).map((name) => `${path}: ${name}`))).toEqual([])
})

it('a docstring is seen above each kind of export', () => {
  expect(undocumented('some.ts', `
/** Documented. */
export function one(): void {}

/** Documented, with a rule switched off for its line. */
// oxlint-disable-next-line no-console -- a command
export const two = () => console.log()

/** Documented once for both signatures. */
export function three(of: string): string
export function three(of: number): string

// no docstring
export function four(): void {}
/* no docstring */
export const five = async () => undefined
/** Of the constant that follows. */
const other = 1
export const six = function () {}, seven = 7
function eight() {}
/** Documented. */
function nine() {}
const ten = () => other
export { eight, nine, ten as eleven }
export type { Twelve } from './twelve.ts'
export default () => undefined
`)).toEqual(['four', 'five', 'six', 'eight', 'ten', 'default'])
})

/** Returns the names of the exported functions of a source that have no docstring. */
function undocumented(path: string, text: string): readonly string[] {
  if (!bare.test(text)) return []
  const { program: { body }, comments } = parseSync(path, text)
  const blocks = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const hasDocstring = ({ start }: ESTree.Statement): boolean =>
    blocks.some(({ end }) => end <= start && text.slice(end, start).replaceAll(/\/\/.*/g, '').trim() === '')
  const found = body.flatMap((statement) =>
    functionsOf(statement).map(({ name, isExported }) => ({ name, isExported, isDocumented: hasDocstring(statement) }))
  )
  const documented = new Set(found.filter(({ isDocumented }) => isDocumented).map(({ name }) => name))
  const exported = new Set([...found.filter(({ isExported }) => isExported).map(({ name }) => name), ...body.flatMap(namedIn)])
  return [...new Set(found.map(({ name }) => name))].filter((name) => exported.has(name) && !documented.has(name))
}

interface FoundFunction {
  readonly name: string
  readonly isExported: boolean
}

/** Returns the functions that a statement declares at the top of a file. */
function functionsOf(statement: ESTree.Statement): readonly FoundFunction[] {
  const isDefault = statement.type === 'ExportDefaultDeclaration'
  const isExported = isDefault || statement.type === 'ExportNamedDeclaration'
  const declared = isExported ? statement.declaration : statement
  if (declared === null) return []
  if (declared.type === 'VariableDeclaration')
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init && isFunction(init.type) ? [{ name: id.name, isExported }] : []
    )
  if (!isFunction(declared.type)) return []
  return [{ name: isDefault || !('id' in declared) ? 'default' : (declared.id as ESTree.BindingIdentifier).name, isExported }]
}

const isFunction = (type: string): boolean =>
  ['FunctionDeclaration', 'TSDeclareFunction', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type)

/** Returns the names of the file that a list of exports has. */
const namedIn = (statement: ESTree.Statement): readonly string[] =>
  statement.type === 'ExportNamedDeclaration' && statement.source === null
    ? statement.specifiers.flatMap(({ local }) => (local.type === 'Identifier' ? [local.name] : []))
    : []
