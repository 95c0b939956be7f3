import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** One table for forms and flows, one row per version; each document names the form version it was filed with. */
export const definitionMigration: Migration = {
  name: '113-definitions',
  up: async (run) => {
    await run(sql`
      create table definition (
        kind text not null check (kind in ('form', 'flow')),
        -- the business type
        key text not null,
        hash text not null,
        version int not null check (version > 0),
        body jsonb not null,
        state text not null check (state in ('draft', 'published', 'stopped')),
        -- a person, or 'product' for what it ships
        by text not null,
        at timestamptz not null default now(),
        primary key (kind, key, hash),
        unique (kind, key, version)
      );

      -- the version in force
      create table definition_current (
        kind text not null,
        key text not null,
        hash text not null,
        primary key (kind, key),
        foreign key (kind, key, hash) references definition
      );

      -- documents are read by what they were filed with, so a version neither changes nor goes
      create function keep_definition() returns trigger language plpgsql as $$
        begin
          if tg_op = 'UPDATE' and to_jsonb(new) - 'state' = to_jsonb(old) - 'state' then
            return new;
          end if;
          raise exception using errcode = '42501', message = 'a version of a definition neither changes nor goes';
        end $$;
      create trigger keep_definition before update or delete on definition for each row execute function keep_definition();

      insert into definition (kind, key, hash, version, body, state, by, at)
        select 'flow', type, hash, version, definition, 'published', 'product', created_at from flow;
      -- two types with the same flow had shared one row
      insert into definition (kind, key, hash, version, body, state, by, at)
        select 'flow', lent.type, lent.flow, coalesce((select max(version) from flow own where own.type = lent.type), 0) + row_number() over (partition by lent.type order by flow.created_at, flow.hash), flow.definition, 'published', 'product', flow.created_at
        from (select distinct type, flow from document) lent join flow on flow.hash = lent.flow and flow.type <> lent.type;
      insert into definition_current (kind, key, hash)
        select distinct on (key) 'flow', key, hash from definition order by key, version desc;

      alter table document drop constraint document_flow_fkey, add column form text;
      drop table flow;
      -- those that start-up pins to the form in force
      create index document_unpinned on document (type) where form is null;
    `)
  },
}
