import { type RawBuilder, sql } from 'kysely'
import { entryRecords } from '../facts/recording.ts'
import type { EntryRecord } from '../extension-points.ts'

type EntryColumns = Pick<EntryRecord, 'id' | 'number' | 'title' | 'date' | 'path'> & Partial<Pick<EntryRecord, 'person' | 'department'>>

/** Query for the drawer's rows from a query of entries that are not documents. */
export const recordsOfEntries = (selected: RawBuilder<EntryColumns>, columns = sql`person, department`): RawBuilder<EntryRecord> =>
  sql<EntryRecord>`select id, number, title, ${columns}, date, null as type, null as state, path from (${selected}) selected`

/** Query for the drawer's rows of entries that are documents. */
export const documentRecords = (ids: readonly string[]): RawBuilder<EntryRecord> =>
  sql<
    EntryRecord
  >`select id, number, title || '/' || title_en as title, starter as person, department, to_char(started_at, 'YYYY-MM-DD') as date,
    type, state, null as path
    from document where id = any(${[...ids]}::text[])`

/** Query for the drawer's rows of everything with facts: documents, and entries of other modules. */
export const countedRecords = (ids: readonly string[]): RawBuilder<EntryRecord> =>
  sql<EntryRecord>`${documentRecords(ids)} union all ${entryRecords(ids)}`

/** SQL for the current value of a numeric parameter from a dictionary; the shipped value if it is not a number. */
export const parameter = (dictionary: string, name: string, shipped: number): RawBuilder<number> =>
  sql<
    number
  >`coalesce((select case when label ~ '^[0-9]+(\\.[0-9]+)?$' then label::numeric end from sys_dict_data
    where type = ${dictionary} and value = ${name}), ${shipped}::numeric)`
