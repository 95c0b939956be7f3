import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Table of administrators' settings of the terminals on which processes can be opened. */
export const terminalMigrations: MigrationSet = {
  id: 'terminals',
  migrations: [
    {
      name: '001-terminals',
      up: async (run) => {
        await run(sql`
          create table wf_terminal (
            business_type varchar(64) primary key,
            terminal text[] not null check (cardinality(terminal) > 0 and terminal <@ array['web', 'mini']),
            version integer not null default 0,
            update_by varchar(32),
            update_time timestamptz not null default now()
          );
          -- Browsers read the terminals again with the dictionaries.
          create trigger bump_version after insert or update or delete on wf_terminal for each statement execute function bump_version('dictionary')`)
      },
    },
  ],
}
