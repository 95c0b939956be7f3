import { sql } from 'kysely'
import type { Generated } from 'kysely'
import { common } from '#server/identity/migrations/common-columns.ts'

/**
 * The columns that the table of every resource begins with: id, who and when, version (counts the edits),
 * del_flag (1 hides a deleted row) and how its name is typed without an input method.
 */
export const recordColumns = sql`
  id varchar(32) primary key,
  pinyin varchar(200) not null default '',
  ${common}`

/** The types of `recordColumns` as they come back. */
export interface RecordTable {
  id: string
  pinyin: Generated<string>
  create_by: string | null
  create_time: Generated<Date>
  update_by: string | null
  update_time: Generated<Date>
  version: Generated<number>
  del_flag: Generated<number>
}
