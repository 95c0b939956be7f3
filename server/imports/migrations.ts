import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Runs of imports, shared by all instances, and files of failed rows. */
export const importMigrations: MigrationSet = {
  id: 'imports',
  migrations: [
    {
      name: '001-imports',
      up: async (run) =>
        void (await run(sql`
          create table import_run (
            owner varchar(32) not null,
            id varchar(64) not null,
            importer text not null,
            file_name varchar(255) not null,
            sha256 text not null,
            state text not null check (state in ('reading', 'checking', 'saving', 'finished', 'cancelled', 'failed')),
            done integer not null default 0 check (done >= 0),
            total integer not null default 0 check (total >= 0),
            stopping boolean not null default false,
            answer jsonb,
            reason jsonb,
            started timestamptz not null default now(),
            saving_since timestamptz,
            alive timestamptz not null default now(),
            -- An id of somebody else's is none of mine.
            primary key (owner, id)
          );
          create index import_run_age on import_run (started);
          create table import_failure (
            id varchar(32) primary key,
            owner varchar(32) not null,
            file_name varchar(255) not null,
            content bytea not null,
            created timestamptz not null default now()
          );
          create index import_failure_age on import_failure (created)`)),
    },
  ],
}
