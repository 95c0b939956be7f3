import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Settings of approvals for the whole company: one row, once somebody has changed any. */
export const approvalSettingMigration: Migration = {
  name: '131-approval-settings',
  async up(run) {
    await run(sql`
      create table approval_setting (
        id int primary key default 1 check (id = 1),
        body jsonb not null,
        version int not null check (version > 0),
        changed_by text not null,
        changed_at timestamptz not null
      );
      -- the days of reminders are a setting now, the last of them too
      drop index task_due;
      create index task_due on task (due_at) where state = 'running' and due_at is not null;
      -- roles that publish flows change the settings that they begin with
      insert into sys_role_permission (role_id, permission)
      select role_id, 'workflow:config:edit' from sys_role_permission where permission = 'workflow:approval:publish'
      on conflict do nothing`)
  },
}
