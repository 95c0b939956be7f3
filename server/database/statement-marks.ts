import { sql } from 'kysely'

// Marks are comments at the end of a statement's text, which `guardedClient` looks for.

/** Ends a statement that is planned once and not with its values, also outside of transactions: it finds a few rows by a key. */
export const preparedMark = '/* prepared */'
export const prepared = sql.raw(preparedMark)

/** Ends the last statement of a transaction: it is sent together with the commit, and fails with it. */
export const withCommitMark = '/* with the commit */'
export const withCommit = sql.raw(withCommitMark)
