import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Tables of outgoing mails and chat messages. */
export const outboxMigrations: MigrationSet = {
  id: 'outbox',
  migrations: [
    {
      name: '001-pushes',
      up: async (run) => {
        await run(sql`
          create table message_push (
            id bigint generated always as identity primary key,
            message bigint not null references message on delete cascade,
            channel text not null check (channel in ('EMAIL', 'CHAT')),
            -- what it is called outside, the same at every attempt: a restored database never uses the name of another again
            name uuid not null default gen_random_uuid(),
            state text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'FAILED')),
            tries int not null default 0,
            error text,
            next_at timestamptz not null,
            -- whoever sends it, until when it is theirs alone
            claimed_by text,
            claimed_until timestamptz,
            sent_at timestamptz,
            unique (message, channel)
          );
          create index message_push_due on message_push (channel, next_at) where state = 'PENDING';
          create index message_push_failed on message_push (id) where state = 'FAILED';

          -- one row while nothing may leave: a restored database does not know what was sent since its backup
          create table outbox_pause (
            singleton boolean primary key default true check (singleton),
            since timestamptz not null,
            reason text not null
          )
        `)
      },
    },
    {
      name: '002-files-of-messages',
      up: async (run) => {
        await run(sql`
          -- goes out with the mail of a message; whoever reads the message here is led to where its figures are
          create table message_file (
            id bigint generated always as identity primary key,
            message bigint not null references message on delete cascade,
            name text not null,
            type text not null,
            content bytea not null
          );
          create index message_file_message on message_file (message)
        `)
      },
    },
    {
      name: '003-queue',
      up: async (run) => {
        await run(sql`
          update message_push set next_at = greatest(next_at, claimed_until) where state = 'PENDING' and claimed_until is not null;
          alter table message_push drop column claimed_by, drop column claimed_until;
          alter table message_push rename column next_at to due_at;
          alter table message_push rename column tries to attempts
        `)
      },
    },
  ],
}
