import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

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
