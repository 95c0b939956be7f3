import { randomUUID } from 'node:crypto'

/** A new id of a row: 32 lower-case hexadecimal digits. */
export function newId(): string {
  return randomUUID().replaceAll('-', '')
}
