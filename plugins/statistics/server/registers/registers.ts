import { type RawBuilder, sql } from 'kysely'
import { budgetParts, countedBudgets } from '#plugins/budgets/server/public-api.ts'
import { contractEntries, countedContracts } from '#plugins/contracts/server/public-api.ts'
import { countedHours, countedProposals, countedSoftware, countedTimeouts, hourEntries, softwareEntries,
  targetEntries } from '#plugins/research/server/public-api.ts'
import { entryRecords } from '../facts/entries.ts'
import type { EntryRecord, Register } from '../register.ts'
import { parameter } from './parameter.ts'

type EntryColumns = Pick<EntryRecord, 'id' | 'number' | 'title' | 'date' | 'path'> & Partial<Pick<EntryRecord, 'person' | 'department'>>

/** Entries that are no documents. */
const entries = (selected: RawBuilder<EntryColumns>, columns = sql`person, department`): RawBuilder<EntryRecord> =>
  sql<EntryRecord>`select id, number, title, ${columns}, date, null as type, null as state, path from (${selected}) selected`

/** Reads the documents among the entries. */
const documentRecords = (ids: readonly string[]): RawBuilder<EntryRecord> =>
  sql<
    EntryRecord
  >`select id, number, title || '/' || title_en as title, starter as person, department, to_char(started_at, 'YYYY-MM-DD') as date,
    type, state, null as path
    from document where id = any(${[...ids]}::text[])`

/** Reads everything that has facts: documents, and the entries that other modules count beside them. */
export const countedRecords = (ids: readonly string[]): RawBuilder<EntryRecord> =>
  sql<EntryRecord>`${documentRecords(ids)} union all ${entryRecords(ids)}`

/** The registers that pages count beside documents, by the names that they declare. */
export const registers: Readonly<Record<string, Register>> = {
  budgets: { rows: countedBudgets,
    records: (ids) => sql<EntryRecord>`${entries(budgetParts(ids), sql`null as person, department`)} union all ${documentRecords(ids)}` },
  contracts: { rows: countedContracts, records: (ids) => entries(contractEntries(ids)) },
  hours: { rows: countedHours, isEntry: sql<boolean>`entries = 1`, records: (ids) => entries(hourEntries(ids)) },
  proposals: { rows: (query) => countedProposals({ ...query, target: parameter('proposalTarget', 'annualEligible', 2) }),
    isEntry: sql<boolean>`submitted = 1`,
    records: (ids) => sql<EntryRecord>`${entries(targetEntries(ids))} union all ${documentRecords(ids)}` },
  proposalTimeouts: { rows: (query) => countedTimeouts({ ...query, limit: parameter('proposalTarget', 'timeoutDays', 7) }) },
  software: { rows: countedSoftware, records: (ids) => entries(softwareEntries(ids)) },
}
