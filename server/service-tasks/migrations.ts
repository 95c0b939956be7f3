import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Table of service tasks at nodes of documents. */
export const serviceTaskMigrations: MigrationSet = {
  id: 'errands',
  migrations: [
    {
      name: '001-errand',
      up: async (run) => {
        await run(sql`
          create table errand (
            task text primary key references task,
            document text not null references document,
            node text not null,
            state text not null default 'waiting' check (state in ('waiting', 'working', 'unknown', 'failed', 'done')),
            attempts int not null default 0 check (attempts >= 0),
            due_at timestamptz not null,
            message text
          );
          create index errand_document on errand (document);
          create index errand_due on errand (due_at) where state in ('waiting', 'working', 'unknown');
        `)
      },
    },
    {
      name: '002-service-task',
      up: async (run) => {
        await run(sql`
          alter table errand rename to service_task;
          alter index errand_document rename to service_task_document;
          alter index errand_due rename to service_task_due;
        `)
      },
    },
  ],
}
