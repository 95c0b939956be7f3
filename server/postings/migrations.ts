import { sql } from 'kysely'
import { appendOnly, type MigrationSet } from '#server/database/migrations.ts'

/** Lines that documents post to other systems after a decision. */
export const postingMigrations: MigrationSet = {
  id: 'postings',
  migrations: [
    {
      name: '001-posting',
      up: async (run) => {
        await run(sql`
          create table posting (
            id bigint generated always as identity primary key,
            document text not null references document,
            round int not null,
            step text not null,
            line text not null default '',
            call text not null,
            key text not null unique,
            body jsonb not null,
            state text not null default 'waiting' check (state in ('waiting', 'sent', 'posted', 'refused', 'handled')),
            attempts int not null default 0 check (attempts >= 0),
            due_at timestamptz not null,
            created_at timestamptz not null,
            last_at timestamptz,
            number text,
            message text,
            handled_by varchar(32),
            reverses bigint unique references posting,
            check (state <> 'posted' or number is not null)
          );
          create index posting_document on posting (document);
          create index posting_due on posting (due_at) where state in ('waiting', 'sent');
          create index posting_state on posting (state, id desc)`)
      },
    },
    {
      name: '002-posting-attempts',
      up: async (run) => {
        await run(sql`
          alter table posting add column amount numeric(18,2), add column code varchar(40), add column field varchar(64);
          create index posting_created on posting (created_at desc);
          create table posting_attempt (
            id bigint generated always as identity primary key,
            posting bigint not null references posting,
            at timestamptz not null,
            outcome text not null check (outcome in ('posted', 'refused', 'busy', 'unknown', 'handled')),
            code varchar(40),
            message text,
            number text,
            person varchar(32)
          );
          create index posting_attempt_posting on posting_attempt (posting, id desc);
          create index posting_attempt_refusal on posting_attempt (code, posting) where code is not null`)
        await appendOnly(run, 'posting_attempt')
      },
    },
    {
      name: '003-posting-order',
      up: async (run) => {
        await run(sql`alter table posting add column waits_for varchar(60)`)
      },
    },
    {
      name: '004-posting-details',
      up: async (run) => {
        await run(sql`
          -- everything that the other system said, with rows and fields
          alter table posting add column details jsonb;
          alter table posting_attempt add column details jsonb`)
      },
    },
  ],
}
