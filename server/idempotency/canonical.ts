import { createHash } from 'node:crypto'

/** SHA-256, hex, of a JSON value; the order of an object's keys makes no difference. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

/** A JSON value as text, with the keys of objects in order. Depth is bounded by the check of every body at the door. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, child]) => child !== undefined)
  return `{${
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([key, child]) => `${JSON.stringify(key)}:${canonical(child)}`).join(
      ',',
    )
  }}`
}
