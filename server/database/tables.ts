import type { Kysely } from 'kysely'

/**
 * Every table of the product, by name. A module adds its own:
 * `declare module '<path>/database/tables.ts' { interface Tables { currency: CurrencyTable } }`.
 * Values come back as follows: numeric and bigint as strings, date as 'yyyy-MM-dd', timestamptz as Date, json as values.
 */
export interface Tables {
  /** Only written by `migrate`. */
  derived_schema: { set_id: string; fingerprint: string }
  migration: { set_id: string; name: string; applied_at: Date }
}

/** The database as the application's role sees it; a transaction is a `Db` too. */
export type Db = Kysely<Tables>
