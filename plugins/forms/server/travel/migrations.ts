import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

export const travelMigrations: readonly Migration[] = [
  {
    name: 'travel-001-live-allowances',
    up: async (run) => {
      await run(sql`
        create table live_allowance (
          traveler text not null,
          day date not null,
          document text not null references document,
          primary key (traveler, day)
        );
        create index live_allowance_document on live_allowance (document);
      `)
    },
  },
]
