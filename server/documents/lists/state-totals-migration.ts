import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** The sums of all documents by the month of filing and the state, for whoever sees every document: there are nearly as many by type and department as documents. */
export const stateTotalsMigration: Migration = {
  name: '124-document-state-totals',
  up: async (run) => {
    await run(sql`
      lock table document in share row exclusive mode;
      create table document_state_total (month date not null, state text not null, documents bigint not null, amount numeric not null);

      create or replace function note_document_total() returns trigger language plpgsql as $body$
      begin
        if tg_op <> 'INSERT' then
          with change as (
            select old.type, old.department, old.state, other_bearers(old.bearing, old.department) as bearing, -1 as documents, -coalesce(old.amount, 0) as amount,
              date_trunc('month', old.started_at at time zone 'Asia/Shanghai')::date as month
          ), total as (
            insert into document_total select type, department, state, bearing, documents, amount from change
          ), state_total as (
            insert into document_state_total select month, state, documents, amount from change)
          insert into document_month_total select month, type, department, state, bearing, documents, amount from change;
        end if;
        if tg_op <> 'DELETE' then
          with change as (
            select new.type, new.department, new.state, other_bearers(new.bearing, new.department) as bearing, 1 as documents, coalesce(new.amount, 0) as amount,
              date_trunc('month', new.started_at at time zone 'Asia/Shanghai')::date as month
          ), total as (
            insert into document_total select type, department, state, bearing, documents, amount from change
          ), state_total as (
            insert into document_state_total select month, state, documents, amount from change)
          insert into document_month_total select month, type, department, state, bearing, documents, amount from change;
        end if;
        return null;
      end $body$;

      insert into document_state_total select month, state, sum(documents), sum(amount) from document_month_total group by month, state;
    `)
  },
}
