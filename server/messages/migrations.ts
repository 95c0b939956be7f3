import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Tables of messages to people. */
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
    {
      name: '002-waiting-and-preferences',
      up: async (run) => {
        await run(sql`
          -- what nobody has been told of yet beyond the message itself: whoever writes messages need not think of it
          create table message_waiting (message bigint primary key references message on delete cascade);
          create function message_is_waiting() returns trigger language plpgsql set search_path from current as $body$
          begin
            insert into message_waiting (message) select id from written;
            return null;
          end $body$;
          create trigger message_waits after insert on message referencing new table as written for each statement execute function message_is_waiting();

          -- for what is told of no entry of a history and yet only once: a trip that begins tomorrow
          alter table message add column once text;
          create unique index message_once_only on message (recipient, kind, once) where once is not null;

          create table message_customize (
            user_id varchar(32) not null references sys_user,
            message_type text not null check (message_type in ('APPROVE', 'CC', 'COMMENT', 'COMMENT_AT', 'JOURNEY')),
            in_app boolean not null check (in_app or message_type <> 'APPROVE'),
            email boolean not null,
            chat boolean not null,
            primary key (user_id, message_type)
          )
        `)
      },
    },
    {
      name: '003-service-task-failed',
      up: async (run) => void (await run(sql`update message set kind = 'serviceTaskFailed' where kind = 'errandFailed'`)),
    },
    {
      name: '004-wording',
      up: async (run) => {
        await run(sql`
          -- what the company says in place of the product's own words, with the same blanks
          create table message_wording (
            kind text primary key,
            title text not null check (length(title) between 1 and 60),
            en_title text not null check (length(en_title) between 1 and 60),
            content text not null check (length(content) between 1 and 300),
            en_content text not null check (length(en_content) between 1 and 300),
            changed_by text not null,
            changed_at timestamptz not null,
            revision integer not null default 1
          );
          -- what fills the blanks, by language; it goes into the sentences and is not kept
          alter table message add column blanks jsonb check (blanks is null);
          create function message_filled(sentence text, blanks jsonb) returns text language sql immutable as $body$
            select left(string_agg(case when part[2] is null then part[1] else coalesce(blanks->>part[2], part[1]) end, '' order by place), 500)
            from regexp_matches(sentence, '([{]([A-Za-z0-9_]+)[}]|[^{]+|[{])', 'g') with ordinality as found (part, place)
          $body$;
          create function message_takes_wording() returns trigger language plpgsql set search_path from current as $body$
          declare own message_wording;
          begin
            if new.blanks is not null then
              select * into own from message_wording where kind = new.blanks->>'wording';
              if found then
                new.title := own.title;
                new.en_title := own.en_title;
                new.content := message_filled(own.content, new.blanks->'cn');
                new.en_content := message_filled(own.en_content, new.blanks->'en');
              end if;
              new.blanks := null;
            end if;
            return new;
          end $body$;
          create trigger message_wording before insert on message for each row execute function message_takes_wording()
        `)
      },
    },
    {
      /**
       * Runs the wording trigger only for messages with a company wording, and drops the foreign key of waiting messages, which only a
       * trigger inserts.
       */
      name: '005-light-messages',
      up: async (run) => {
        await run(sql`
          drop trigger message_wording on message;
          create trigger message_wording before insert on message for each row when (new.blanks is not null)
            execute function message_takes_wording();
          alter table message_waiting drop constraint message_waiting_message_fkey
        `)
      },
    },
    {
      /** Messages of a change of many documents, until it is done: each person gets one of a kind. */
      name: '006-held-messages',
      up: async (run) => {
        await run(sql`
          create table message_held (
            id bigint generated always as identity primary key,
            bulk text not null,
            recipient text not null,
            kind text not null,
            message jsonb not null,
            held_at timestamptz not null
          );
          create index message_held_bulk on message_held (bulk, held_at)
        `)
      },
    },
  ],
}
