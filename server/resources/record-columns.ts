import { sql } from 'kysely'
import type { Generated } from 'kysely'
import { common } from '#server/identity/migrations/common-columns.ts'

/**
 * The first columns of every resource's table: id, author and time of creation and change, version (the number of changes), del_flag (1:
 * deleted) and pinyin (for searching by Latin letters).
 */
export const recordColumns = sql`
  id varchar(32) primary key,
  pinyin varchar(200) not null default '',
  ${common}`

/** The types of `recordColumns` as read. */
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
