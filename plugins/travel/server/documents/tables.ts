import type { Generated } from 'kysely'

/** Table created by migrations of `forms`, its former module. */
interface LiveAllowanceTable {
  /** Person with an allowance for the day. */
  traveler: string
  day: string
  document: string
  /** Fraction of the day that the claim pays, 1 or 0.5; at most 1 over all claims. */
  share: Generated<string>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_allowance: LiveAllowanceTable
  }
}
