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
