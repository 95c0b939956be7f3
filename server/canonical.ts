import { createHash } from 'node:crypto'

/** SHA-256, hexadecimal, of a JSON value, regardless of the order of keys. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

/**
 * Writes a JSON value with sorted keys, so that equal content has equal text, since `jsonb` does not preserve order.
 *
 * Keys without a value are left out. Depth is limited, since every body is checked on arrival.
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
