import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Sums of changes: number of documents by type, department and state, and their amounts. */
export const totalsMigration: Migration = {
  name: '117-document-totals',
  up: async (run) => {
    await run(sql`
      create table document_total (type text not null, department text not null, state text not null, documents bigint not null, amount numeric not null);

      create function note_document_total() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          insert into document_total values (new.type, new.department, new.state, 1, coalesce(new.amount, 0));
        elsif tg_op = 'DELETE' then
          insert into document_total values (old.type, old.department, old.state, -1, -coalesce(old.amount, 0));
        else
          insert into document_total values
            (old.type, old.department, old.state, -1, -coalesce(old.amount, 0)), (new.type, new.department, new.state, 1, coalesce(new.amount, 0));
        end if;
        return null;
      end $body$;

      create trigger note_document_total after insert or delete on document for each row execute function note_document_total();
      create trigger note_document_total_change after update of type, department, state, amount on document for each row
        when ((old.type, old.department, old.state, old.amount) is distinct from (new.type, new.department, new.state, new.amount)) execute function note_document_total();

      insert into document_total select type, department, state, count(*), coalesce(sum(amount), 0) from document group by type, department, state;
    `)
  },
}

/**
 * Sums of all documents by month of filing and state, for readers of every document: the sums by type and department have nearly as many
 * rows as there are documents.
 */
export const stateTotalsMigration: Migration = {
  name: '124-document-state-totals',
  up: async (run) => {
    await run(sql`
      lock table document in share row exclusive mode;
      create table document_state_total (month date not null, state text not null, documents bigint not null, amount numeric not null);

      create or replace function note_document_total() returns trigger language plpgsql as $body$
      begin
        if tg_op <> 'INSERT' then ${noteOf('old', '-')} end if;
        if tg_op <> 'DELETE' then ${noteOf('new', '')} end if;
        return null;
      end $body$;

      insert into document_state_total select month, state, sum(documents), sum(amount) from document_month_total group by month, state;
    `)
  },
}

/** Adds or subtracts a row of a document in each table. */
const noteOf = (row: 'old' | 'new', sign: '-' | '') =>
  sql.raw(`
          with change as (
            select ${row}.type, ${row}.department, ${row}.state, other_bearers(${row}.bearing, ${row}.department) as bearing, ${sign}1 as documents,
              ${sign}coalesce(${row}.amount, 0) as amount, date_trunc('month', ${row}.started_at at time zone 'Asia/Shanghai')::date as month
          ), total as (
            insert into document_total select type, department, state, bearing, documents, amount from change
          ), state_total as (
            insert into document_state_total select month, state, documents, amount from change)
          insert into document_month_total select month, type, department, state, bearing, documents, amount from change;
       `)

/** Adds sums by the month of filing, for lists filtered by date. */
export const monthTotalsMigration: Migration = {
  name: '119-document-month-totals',
  up: async (run) => {
    await run(sql`
      create table document_month_total (
        month date not null, type text not null, department text not null, state text not null, documents bigint not null, amount numeric not null);
      create index document_month_total_month on document_month_total (month);

      create or replace function note_document_total() returns trigger language plpgsql as $body$
      begin
        if tg_op <> 'INSERT' then
          insert into document_total values (old.type, old.department, old.state, -1, -coalesce(old.amount, 0));
          insert into document_month_total values
            (date_trunc('month', old.started_at at time zone 'Asia/Shanghai'), old.type, old.department, old.state, -1, -coalesce(old.amount, 0));
        end if;
        if tg_op <> 'DELETE' then
          insert into document_total values (new.type, new.department, new.state, 1, coalesce(new.amount, 0));
          insert into document_month_total values
            (date_trunc('month', new.started_at at time zone 'Asia/Shanghai'), new.type, new.department, new.state, 1, coalesce(new.amount, 0));
        end if;
        return null;
      end $body$;

      drop trigger note_document_total_change on document;
      create trigger note_document_total_change after update of type, department, state, amount, started_at on document for each row
        when ((old.type, old.department, old.state, old.amount, old.started_at) is distinct from (new.type, new.department, new.state, new.amount, new.started_at))
        execute function note_document_total();

      insert into document_month_total select date_trunc('month', started_at at time zone 'Asia/Shanghai'), type, department, state, count(*), coalesce(sum(amount), 0)
        from document group by 1, type, department, state;
    `)
  },
}

/** Saved views: filters and orders of lists under a name. */
export const savedViewMigration: Migration = {
  name: '116-saved-views',
  up: async (run) => {
    await run(sql`
      create table saved_view (
        id text primary key,
        owner text not null,
        -- path of the list
        page text not null,
        name text not null,
        -- filters and order, as the address of the list says them
        query text not null,
        -- which columns are shown and how wide; null: as their reader has them
        columns jsonb,
        -- whose holders see it beside its owner
        role text,
        created_at timestamptz not null default now(),
        unique (owner, page, name)
      );
      create index saved_view_role on saved_view (role, page) where role is not null;
    `)
  },
}

/** Removed views are kept for some time with everything that refers to them, so that removal can be undone. */
export const removedViewMigration: Migration = {
  name: '126-removed-views',
  up: async (run) => {
    await run(sql`
      alter table saved_view add column removed_at timestamptz, drop constraint saved_view_owner_page_name_key;
      create unique index saved_view_name on saved_view (owner, page, name) where removed_at is null;
    `)
  },
}
