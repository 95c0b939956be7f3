import { createHash } from 'node:crypto'
import { canonical } from '#server/canonical.ts'

/** Hash of a definition's canonical body: keys sorted, absent values left out. The order of keys does not count, that of lists does. */
export const contentOf = (body: unknown): string => createHash('sha256').update(canonical(body)).digest('base64url')
