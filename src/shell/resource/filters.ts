import type { CrudFilter } from '@refinedev/core'
import type { FieldKind } from '../../kernel/fields.ts'
import type { Resource } from '../../kernel/resource.ts'

const ranged: ReadonlySet<FieldKind> = new Set(['number', 'integer', 'money', 'percent', 'rate', 'date', 'datetime'])

/** The address of a list as conditions: ranges are written `from,to`, sets `a,b`. */
export function filtersOf(resource: Resource, filters: Readonly<Record<string, string>>): CrudFilter[] {
  return Object.entries(filters).flatMap(([field, text]): CrudFilter[] => {
    if (field === 'keyword') return [{ field, operator: 'contains', value: text }]
    const kind = resource.fields[field]?.kind
    if (kind === undefined || !resource.filters.includes(field)) return []
    if (!ranged.has(kind)) return [{ field, operator: 'in', value: text }]
    const [from = '', to = ''] = text.split(',')
    return [{ field, operator: 'between', value: [from || null, to || null] }]
  })
}
