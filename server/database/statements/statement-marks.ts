import { sql } from 'kysely'

// Marks are comments at the end of a statement's text, which `guardedClient` looks for.

/** Suffix of statements that are planned once without their values, also outside of transactions: for reads of a few rows by key. */
export const preparedMark = '/* prepared */'
export const prepared = sql.raw(preparedMark)

/**
 * Suffix of statements in a transaction whose answer is not awaited: they are sent with the next statement, such as COMMIT, and fail with
 * that one.
 */
export const withNextMark = '/* with the next */'
export const withNext = sql.raw(withNextMark)
