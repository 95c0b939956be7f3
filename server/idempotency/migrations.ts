import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Answers that are returned when a call is repeated. */
export const idempotencyMigrations: MigrationSet = {
  id: 'idempotency',
  migrations: [
    {
      name: '001-idempotency',
      up: async (run) => {
        await run(sql`create table idempotency (
          user_id text not null,
          route text not null,
          -- SHA-256 of the path parameters and the query, as hex
          parameters text not null,
          key text not null,
          body_hash text not null,
          -- json, not jsonb: the text of the first answer is given again as it was; null while its transaction runs
          answer json,
          create_time timestamptz not null default now(),
          primary key (user_id, route, parameters, key)
        )`)
        await run(sql`create index idempotency_by_age on idempotency (create_time)`)
      },
    },
  ],
}
