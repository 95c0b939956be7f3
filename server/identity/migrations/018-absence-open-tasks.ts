import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** The choice for tasks that are open when an absence begins. Entries from before handed them over. */
export const absenceOpenTasks: Migration = {
  name: '018-absence-open-tasks',
  async up(run) {
    await run(sql`
      alter table user_delegate add open_tasks varchar(16) not null default 'handOver' check (open_tasks in ('handOver', 'keep'))`)
  },
}
