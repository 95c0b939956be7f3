import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Tickets by which browsers open sockets, at any instance. */
export const liveMigrations: MigrationSet = {
  id: 'live',
  migrations: [
    {
      name: '001-tickets',
      up: async (run) => {
        await run(sql`
          create table live_ticket (
            hash text primary key,
            user_id varchar(32) not null references sys_user,
            session_epoch int not null,
            create_time timestamptz not null
          );
          create index live_ticket_of on live_ticket (user_id)
        `)
      },
    },
    {
      name: '002-ticket-grants',
      up: async (run) => {
        await run(sql`alter table live_ticket add column grant_id varchar(200)`)
      },
    },
  ],
}
