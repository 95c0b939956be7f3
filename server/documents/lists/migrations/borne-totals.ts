import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * Sums by cost-bearing departments other than the document's own, for accountants of some departments; months and days are read by
 * index-only scans.
 */
export const borneTotalsMigration: Migration = {
  name: '121-document-borne-totals',
  up: async (run) => {
    await run(sql`
      lock table document in share row exclusive mode;
      drop index document_started;
      create index document_started on document (started_at, type, department) include (amount, state);

      create function other_bearers(bearing jsonb, department text) returns jsonb language sql immutable parallel safe as $body$
        select case when bearing = '[]' or bearing = jsonb_build_array(department) then '[]'::jsonb
          else coalesce((select jsonb_agg(distinct bearer order by bearer) from jsonb_array_elements(bearing) bearer where bearer <> to_jsonb(department)), '[]'::jsonb) end
      $body$;

      drop table document_total, document_month_total;
      create table document_total (
        type text not null, department text not null, state text not null, bearing jsonb not null, documents bigint not null, amount numeric not null);
      create table document_month_total (
        month date not null, type text not null, department text not null, state text not null, bearing jsonb not null, documents bigint not null, amount numeric not null);
      create index document_month_total_month on document_month_total (month, state) include (type, department, documents, amount);
      create index document_month_total_borne on document_month_total (month) where bearing <> '[]';

      create or replace function note_document_total() returns trigger language plpgsql as $body$
      begin
        if tg_op <> 'INSERT' then
          with change as (select old.type, old.department, old.state, other_bearers(old.bearing, old.department), -1, -coalesce(old.amount, 0)), total as (
            insert into document_total select * from change)
          insert into document_month_total select date_trunc('month', old.started_at at time zone 'Asia/Shanghai'), change.* from change;
        end if;
        if tg_op <> 'DELETE' then
          with change as (select new.type, new.department, new.state, other_bearers(new.bearing, new.department), 1, coalesce(new.amount, 0)), total as (
            insert into document_total select * from change)
          insert into document_month_total select date_trunc('month', new.started_at at time zone 'Asia/Shanghai'), change.* from change;
        end if;
        return null;
      end $body$;

      drop trigger note_document_total_change on document;
      create trigger note_document_total_change after update of type, department, state, amount, started_at, bearing on document for each row
        when ((old.type, old.department, old.state, old.amount, old.started_at, old.bearing)
          is distinct from (new.type, new.department, new.state, new.amount, new.started_at, new.bearing))
        execute function note_document_total();

      insert into document_month_total
        select date_trunc('month', started_at at time zone 'Asia/Shanghai'), type, department, state, other_bearers(bearing, department) as borne, count(*), coalesce(sum(amount), 0)
        from document group by 1, type, department, state, borne;
      insert into document_total select type, department, state, bearing, sum(documents), sum(amount) from document_month_total group by type, department, state, bearing;
    `)
  },
}
