import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Column access of roles for records and documents. */
export const columnRights: Migration = {
  name: '012-column-rights',
  async up(run) {
    await run(sql`
      create table sys_role_column (
        role_id varchar(32) not null references sys_role,
        subject varchar(80) not null,
        field varchar(120) not null,
        access varchar(10) not null check (access in ('full', 'readOnly', 'masked', 'hidden')),
        primary key (role_id, subject, field)
      )`)
    await run(
      sql`create trigger bump_version after insert or update or delete on sys_role_column for each statement execute function bump_version('directory')`,
    )
  },
}
