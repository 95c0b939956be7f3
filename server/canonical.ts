import { createHash } from 'node:crypto'

/** SHA-256, hex, of a JSON value; the order of an object's keys makes no difference. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

/**
 * Writes a JSON value with the keys of its objects in order, so that the same content is the same text: `jsonb` keeps no order.
 *
 * A key without a value is left out. Depth is bounded, since every body is checked as it comes in.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const child = (value as Readonly<Record<string, unknown>>)[key]
    if (child !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonical(child)}`
  }
  return `{${members}}`
}
