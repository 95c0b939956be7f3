import type { CrudFilter } from '@refinedev/core'
import type { FieldKind } from '#kernel/fields.ts'
import type { Resource } from '#kernel/resource.ts'

const ranged: ReadonlySet<FieldKind> = new Set(['number', 'integer', 'money', 'percent', 'rate', 'date', 'datetime'])

/** The address of a list as conditions: ranges are written `from,to`, sets `a,b`. */
export function filtersOf(resource: Pick<Resource, 'fields' | 'filters'>, filters: Readonly<Record<string, string>>): CrudFilter[] {
  const known = Object.entries(filters).filter(([name]) => name === 'keyword' || resource.filters.includes(name))
  return known.map(([field, text]) => conditionOf(field, resource.fields[field]?.kind, text))
}

function conditionOf(field: string, kind: FieldKind | undefined, text: string): CrudFilter {
  if (kind === undefined || kind === 'text') return { field, operator: 'contains', value: text }
  if (!ranged.has(kind)) return { field, operator: 'in', value: text }
  return { field, operator: 'between', value: text.split(',').map((side) => side || null) }
}
