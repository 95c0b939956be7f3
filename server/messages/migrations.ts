import { sql } from 'kysely'
import type { MigrationSet } from '../database/migrations.ts'

/** What people are told. */
export const messageMigrations: MigrationSet = {
  id: 'messages',
  migrations: [
    {
      name: '001-messages',
      up: async (run) => {
        await run(sql`
          create table message (
            id bigint generated always as identity primary key,
            recipient text not null,
            document text references document,
            seq int not null default 0,
            kind text not null,
            type text not null check (type in ('APPROVE', 'CC', 'COMMENT', 'COMMENT_AT', 'JOURNEY')),
            title text not null check (length(title) <= 60),
            en_title text not null check (length(en_title) <= 60),
            content text not null check (length(content) <= 500),
            en_content text not null check (length(en_content) <= 500),
            params jsonb not null default '{}',
            read_at timestamptz,
            created_at timestamptz not null
          );
          -- nobody is told the same entry of a history twice; reminders tell of no entry and may come again
          create unique index message_once on message (document, recipient, seq, kind) where seq > 0;
          create index message_of on message (recipient, created_at desc, id desc);
          -- the counts come from this alone, and what a document has told its reader is found in it
          create index message_unread on message (recipient, type, document) where read_at is null
        `)
      },
    },
  ],
}
