import { sql } from 'kysely'

// Marks are comments at the end of a statement's text, which `guardedClient` looks for.

/** Ends a statement that is planned once and not with its values, also outside of transactions: it finds a few rows by a key. */
export const preparedMark = '/* prepared */'
export const prepared = sql.raw(preparedMark)

/**
 * Ends a statement of a transaction whose answer nobody needs: it is sent together with the one after it, the commit perhaps, and fails
 * with that one.
 */
export const withNextMark = '/* with the next */'
export const withNext = sql.raw(withNextMark)
