import { nowOf, instantOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ResourceColumn } from './columns.ts'

/** A row as the wire says it: declared columns only, times as texts of the company's clock. */
export function toWire(row: Readonly<Record<string, unknown>>, columns: Iterable<ResourceColumn>): FormValue & { readonly id: string } {
  const entries = [...columns].map(({ wire, name }) => [wire, outgoing(row[name])])
  return { id: String(row['id']), ...Object.fromEntries(entries) }
}

/** A wire value as its column takes it; nothing becomes null, and a text loses the blanks around it. */
export function toColumn(value: unknown, { type }: ResourceColumn): unknown {
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (type === 'texts') return trimmed ?? []
  return trimmed === undefined || trimmed === null || trimmed === '' ? null : incoming(trimmed, type)
}

function incoming(value: unknown, type: ResourceColumn['type']): unknown {
  if (type === 'json') return JSON.stringify(value)
  return type === 'timestamp' && typeof value === 'string' ? instantOf(value) : value
}

const outgoing = (value: unknown): unknown => (value instanceof Date ? nowOf(value) : value)
