import { v7 } from 'uuid'

/**
 * A new id of a row: 32 lower-case hexadecimal digits. Ids sort in the order in which a process makes them, so rows of one
 * millisecond keep theirs in a list, and new rows stand together in an index (RFC 9562, version 7). They are not secret.
 */
export function newId(): string {
  return v7().replaceAll('-', '')
}
