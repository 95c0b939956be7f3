import { flowNames } from '#kernel/composition/expressions.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import { FeelError } from '#kernel/feel/feel.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import { bilingual } from '#kernel/wording/names.ts'

/** Attributes of rules that hold a field path, of steps that hold several, and of steps and branches that hold a condition. */
const pathAttributes: ReadonlySet<string> = new Set(['field', 'scope', 'from'])
const listAttributes: ReadonlySet<string> = new Set(['edits', 'decidesOn'])
const conditionAttributes: ReadonlySet<string> = new Set(['when', 'opinionRequired'])

/** The fields of a flow that a form lacks: paths of rules and steps, and names in conditions. */
export function unknownFields(flow: Flow, fields: Fields): readonly string[] {
  const known = new Set([...Object.keys(fields), ...Object.keys(rmbNames(fields)), ...flowNames])
  const used = usedIn(flow, [...known])
  return [
    ...new Set([...used.paths.filter((path) => !known.has(path) && !fieldAt(fields, path)),
      ...used.names.filter((name) => !known.has(name))]),
  ]
}

/** Names of the fields of a flow, "中文/English", by path. */
export function fieldLabels(flow: Flow, fields: Fields): Readonly<Record<string, string>> {
  const { paths, names } = usedIn(flow, Object.keys(fields))
  return Object.fromEntries([...paths, ...names].flatMap((path) => {
    const field = fieldAt(fields, path)
    return field ? [[path, bilingual(field)]] : []
  }))
}

/** The flow with other fields in the place of some. */
export const withFields = (flow: Flow, mapping: Readonly<Record<string, string>>): Flow =>
  walked(flow, { path: (path) => mapping[path] ?? path, condition: (source) => renamed(source, mapping) })

function usedIn(flow: Flow, names: readonly string[]): { readonly paths: readonly string[]; readonly names: readonly string[] } {
  const found = { paths: [] as string[], names: [] as string[] }
  walked(flow, {
    path(path) {
      found.paths.push(path)
      return path
    },
    condition(source) {
      found.names.push(...namesOf(source, names))
      return source
    },
  })
  return found
}

/** The names that a condition reads; none of one that cannot be read, which is a finding of its own. */
function namesOf(source: string, names: readonly string[]): readonly string[] {
  try {
    return [...formula(source, names).expression.names]
  } catch (error) {
    if (error instanceof FeelError) return []
    throw error
  }
}

/** A condition with other names; texts in it and attributes of records stay. */
const renamed = (source: string, mapping: Readonly<Record<string, string>>): string =>
  source.replace(/"(?:[^"\\]|\\.)*"|(?<![\w.])[A-Za-z_]\w*(?!\w|\s*\()/g,
    (token) => (token.startsWith('"') ? token : mapping[token] ?? token))

interface FieldVisitor {
  path(path: string): string
  condition(source: string): string
}

function walked(flow: Flow, visit: FieldVisitor): Flow {
  const valueOf = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') {
      if (pathAttributes.has(key)) return visit.path(value)
      return conditionAttributes.has(key) ? visit.condition(value) : value
    }
    return listAttributes.has(key) && Array.isArray(value) ? (value as string[]).map((path) => visit.path(path)) : walk(value)
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, valueOf(key, inner)]))
  }
  return { ...flow, steps: walk(flow.steps) as Flow['steps'] }
}
