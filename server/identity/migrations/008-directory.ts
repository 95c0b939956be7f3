import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** People from an external directory, and its last answer. */
export const directory: Migration = {
  name: '008-directory',
  async up(run) {
    await run(sql`
      alter table sys_user add column outer_id varchar(64);
      -- what the directory said last: whom it disabled it may enable again, whom an administrator disabled it may not
      alter table sys_user add column outer_active boolean;
      alter table sys_user add check ((outer_id is null) = (outer_active is null));
      create unique index sys_user_outer on sys_user (outer_id);
      create unique index sys_group_outer on sys_group (outer_id) where del_flag = 0`)
  },
}
