import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Due runs of jobs, with their instances. */
export const jobMigrations: MigrationSet = {
  id: 'jobs',
  migrations: [
    {
      name: '001-job-runs',
      up: async (run) => {
        await run(sql`
          create table job_run (
            job text not null,
            due timestamptz not null,
            -- whoever does it, until when it is theirs alone
            owner text,
            lease_until timestamptz,
            attempt int not null default 0,
            started_at timestamptz,
            finished_at timestamptz,
            failure text,
            primary key (job, due)
          );
          create index job_run_open on job_run (due) where finished_at is null
        `)
      },
    },
    {
      name: '002-queue',
      up: async (run) => {
        await run(sql`
          -- a moment that SQL notes is found again by what JavaScript keeps of it
          alter table job_run alter column due type timestamptz(3);
          alter table job_run rename column attempt to attempts;
          alter table job_run rename column lease_until to due_at;
          update job_run set due_at = '-infinity' where due_at is null;
          alter table job_run alter column due_at set default '-infinity', alter column due_at set not null
        `)
      },
    },
  ],
}
