import { type ESTree, parseSync } from 'vite'
import { GenerationProblem } from './names.ts'

/** A form to add to a module's `plugin.ts`. */
interface FormRegistration {
  /** `gatePass` */
  readonly name: string
  /** Ids of modules whose declarations it uses. */
  readonly requires: readonly string[]
}

/**
 * The source of a module's `plugin.ts` with the form, its permissions and requirements added.
 * @throws GenerationProblem for an unexpected layout
 */
export function withForm(source: string, { name, requires }: FormRegistration): string {
  const { body } = parseSync('plugin.ts', source).program
  const properties = declarationIn(body)
  const id = properties?.get('id')
  if (!properties || !id) throw unreadable(name)
  const textOf = (key: string) => source.slice(...rangeOf(properties.get(key)?.value))
  const followsForms = /\bforms\b/.test(textOf('permissions'))
  const added: readonly (readonly [key: string, entries: readonly string[]])[] = [
    ['requires', requires.filter((required) => !textOf('requires').includes(`'${required}'`)).map((required) => `'${required}'`)],
    ['permissions', followsForms ? [] : [`...Object.values(formPermissions(${name}.key))`]],
    ['forms', [name]],
  ]
  const edits = added.filter(([, entries]) => entries.length > 0).map(([key, entries]): Edit => {
    const value = properties.get(key)?.value
    if (!value) return { at: id.end, by: `,\n  ${key}: [${entries.join(', ')}]` }
    const list = listOf(value, body)
    if (list) return extended(list, entries)
    const [at, end] = rangeOf(value)
    return { at, end, by: `[...${source.slice(at, end)}, ${entries.join(', ')}]` }
  })
  const needed = followsForms || source.includes('formPermissions') ? [] : ["import { formPermissions } from '#kernel/form.ts'\n"]
  return edited(source, [...edits, ...needed.map((by) => ({ at: 0, by })), { at: endOfImports(body),
    by: `\nimport { ${name} } from './types/${name}/index.ts'` }])
}

const endOfImports = (body: ESTree.Program['body']): number =>
  body.findLast((statement) => statement.type === 'ImportDeclaration')?.end ?? 0

interface Edit {
  readonly at: number
  /** End of the replaced text; without it, text is inserted. */
  readonly end?: number
  readonly by: string
}

/** Applies edits from the end, so that earlier positions stay valid; insertions at one position keep their order. */
const edited = (source: string, edits: readonly Edit[]): string =>
  edits.toReversed().toSorted((one, other) => other.at - one.at).reduce(
    (text, { at, end = at, by }) => `${text.slice(0, at)}${by}${text.slice(end)}`,
    source,
  )

const rangeOf = (node: { readonly start: number; readonly end: number } | undefined): [number, number] => [node?.start ?? 0, node?.end ?? 0]

/** The properties of `export default definePlugin({ … })`, by key. */
function declarationIn(body: ESTree.Program['body']): ReadonlyMap<string, ESTree.ObjectProperty> | undefined {
  const exported = body.find((statement) => statement.type === 'ExportDefaultDeclaration')?.declaration
  if (exported?.type !== 'CallExpression' || exported.callee.type !== 'Identifier' || exported.callee.name !== 'definePlugin')
    return undefined
  const [declaration] = exported.arguments
  if (declaration?.type !== 'ObjectExpression') return undefined
  return new Map(
    declaration.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' ? [[property.key.name, property] as const] : []
    ),
  )
}

/** The list of a value: a literal, or a constant of the file. */
function listOf(value: ESTree.Expression, body: ESTree.Program['body']): ESTree.ArrayExpression | undefined {
  if (value.type === 'ArrayExpression') return value
  const constants = body.filter((statement) => statement.type === 'VariableDeclaration').flatMap(({ declarations }) => declarations)
  const named = constants.find(({ id }) => id.type === 'Identifier' && value.type === 'Identifier' && id.name === value.name)?.init
  return named?.type === 'ArrayExpression' ? named : undefined
}

const extended = ({ elements, end }: ESTree.ArrayExpression, entries: readonly string[]): Edit => ({
  at: elements.at(-1)?.end ?? end - 1,
  by: `${elements.length > 0 ? ', ' : ''}${entries.join(', ')}`,
})

const unreadable = (name: string) =>
  new GenerationProblem(
    `plugin.ts 不是 export default definePlugin({ id, … }) 的写法，无法登记 ${name} / plugin.ts is not written as export default definePlugin({ id, … }), so ${name} cannot be registered`,
  )
