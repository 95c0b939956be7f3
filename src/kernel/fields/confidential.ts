import { type ColumnAccess, disclosedFields } from './disclosure.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import { memoize } from '../memoize.ts'

/** The reader of a document: roles, and the nodes at which they have or had a task (`start`: initiator or applicant). */
export interface ConfidentialReader {
  readonly roles: readonly string[]
  readonly nodes: readonly string[]
}

/** Returns whether `visibleTo` of a field admits a reader. */
export function isShownTo({ visibleTo }: Pick<FieldDefinition, 'visibleTo'>, { roles, nodes }: ConfidentialReader): boolean {
  if (!visibleTo) return true
  return roles.some((role) => visibleTo.roles?.includes(role)) || nodes.some((node) => visibleTo.nodes?.includes(node))
}

/** Paths that are hidden from a reader, e.g. `cost`, `items.cost`; a hidden table includes all its columns. */
export function concealedPaths(fields: Fields, reader: ConfidentialReader): ReadonlySet<string> {
  if (!isConfidential(fields)) return none
  return new Set(Object.entries(fields).flatMap(([key, field]) => {
    const isShown = isShownTo(field, reader)
    const columns = Object.entries(field.columns ?? {}).filter(([, column]) => !isShown || !isShownTo(column, reader))
    return [...(isShown ? [] : [key]), ...columns.map(([column]) => `${key}.${column}`)]
  }))
}

const none: ReadonlySet<string> = new Set()

/** Returns whether a form has fields with restricted readers. */
const isConfidential: (fields: Fields) => boolean = memoize((fields) =>
  Object.values(fields).some(({ visibleTo, columns }) => visibleTo !== undefined || (columns !== undefined && isConfidential(columns)))
)

/** Every path with restricted readers. */
export const confidentialPaths = (fields: Fields): ReadonlySet<string> => concealedPaths(fields, nobody)

const nobody: ConfidentialReader = { roles: [], nodes: [] }

/** Wraps an access function so that concealed paths are `hidden`. */
export const accessWithout = (concealed: ReadonlySet<string>, access: (path: string) => ColumnAccess): (path: string) => ColumnAccess =>
  concealed.size === 0 ? access : (path) => (concealed.has(path) ? 'hidden' : access(path))

/** The fields without concealed ones. */
export const fieldsWithout = (fields: Fields, concealed: ReadonlySet<string>): Fields =>
  concealed.size === 0 ? fields : disclosedFields(fields, accessWithout(concealed, () => 'full'))
