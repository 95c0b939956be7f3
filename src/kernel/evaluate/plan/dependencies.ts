import type { ImplicitName } from '#kernel/feel/feel.ts'
import { pathOf, type PlannedField } from './planned-field.ts'

/** Orders derived fields so that each follows those it reads; names a circle where there is one. */
export function orderDerived(
  fields: readonly PlannedField[],
  rmb: Readonly<Record<string, string>>,
): { derived: readonly PlannedField[]; cycle: readonly string[] } {
  const derived = new Map(everyDerived(fields).map((field) => [pathOf(field), field]))
  const ordered = new Set<PlannedField>()
  let cycle: readonly string[] = []

  const visit = (path: string, trail: readonly string[]): void => {
    const field = derived.get(path)
    if (!field || ordered.has(field)) return
    if (trail.includes(path)) {
      if (cycle.length === 0) cycle = [...trail.slice(trail.indexOf(path)), path]
      return
    }
    for (const read of readsOf(field, { fields, rmb })) visit(read, [...trail, path])
    ordered.add(field)
  }

  for (const path of derived.keys()) visit(path, [])
  return { derived: [...ordered], cycle }
}

interface DependencyContext {
  readonly fields: readonly PlannedField[]
  readonly rmb: Readonly<Record<string, string>>
}

const everyDerived = (fields: readonly PlannedField[]): PlannedField[] =>
  fields.flatMap((field) => [...(field.derived ? [field] : []), ...everyDerived(field.columns)])

/** Paths of the fields that a derived field reads. A table read as a whole stands for itself, not for its columns. */
function readsOf(field: PlannedField, context: DependencyContext): string[] {
  const expression = field.derived?.expression
  if (!expression) return []
  const implicit = expression.implicit.flatMap((name) => resolveImplicit(name, field, context))
  return [...implicit, ...expression.paths.flatMap((path) => resolve(path, field.table, context))]
}

/** A name inside a filter is the filtered table's column where it has one, else perhaps a name of the outside. */
function resolveImplicit({ name, within }: ImplicitName, field: PlannedField, context: DependencyContext): string[] {
  const path = within[0] === 'header' ? within.slice(1) : within
  const table = context.fields.find(({ key }) => key === path[0])
  if (table?.columns.some(({ key }) => key === name)) return [`${table.key}.${name}`]
  return name === field.key ? [] : resolve([name], field.table, context)
}

function resolve(path: readonly string[], table: string | undefined, context: DependencyContext): string[] {
  const [first = '', second = ''] = path
  const own = table === undefined ? undefined : context.fields.find(({ key }) => key === table)
  if (!own) return resolveHeader(first, second, context)
  if (first === 'header') return resolve(path.slice(1), undefined, context)
  const column = first === 'item' ? second : first
  return own.columns.some(({ key }) => key === column) ? [`${own.key}.${column}`] : resolveHeader(first, second, context)
}

function resolveHeader(first: string, second: string, { rmb, fields }: DependencyContext): string[] {
  const amount = rmb[first]
  if (amount === undefined) return [first, `${first}.${second}`]
  return [amount, ...fields.flatMap(({ key, field }) => (field.as === 'exchangeRate' ? [key] : []))]
}
