import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

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
