import { v7 } from 'uuid'

/**
 * A new id of a row: 32 lower-case hexadecimal digits (RFC 9562, version 7). Ids of one process sort in the order of creation, so that
 * rows of the same millisecond keep their order in lists, and new rows are adjacent in indexes. Ids are not secret.
 */
export function newId(): string {
  return v7().replaceAll('-', '')
}
