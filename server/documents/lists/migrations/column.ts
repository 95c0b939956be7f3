import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** The columns that forms declare for their own lists, as rows that are filtered and ordered by an index. */
export const columnMigration: Migration = {
  name: '111-list-columns',
  up: async (run) => {
    await run(sql`
      -- what the forms declare: the one list that filing, the filling of stored documents and check:data go by
      create table list_column (
        type text not null,
        field text not null,
        kind text not null check (kind in ('text', 'number', 'moment', 'list')),
        -- clearing and filling are done by a job; withdrawn: no form declares it any more
        state text not null check (state in ('ready', 'filling', 'clearing', 'withdrawn')),
        primary key (type, field)
      );

      create table document_column (
        document text not null references document,
        -- type and field in one, so that the planner knows how frequent each is
        key text not null,
        kind text not null,
        -- as it stands in the document; null where that has none
        value jsonb,
        text text collate "C",
        number numeric,
        moment timestamp,
        -- as on the document: the order of the list among equal values
        started_at timestamptz not null,
        primary key (document, key)
      );
      -- nulls first: one index is read forwards (ascending) and backwards (descending, documents without a value last)
      create index document_column_text on document_column (key, text nulls first, started_at, document) where kind = 'text';
      create index document_column_number on document_column (key, number nulls first, started_at, document) where kind = 'number';
      create index document_column_moment on document_column (key, moment nulls first, started_at, document) where kind = 'moment';
      alter table document_column alter column key set statistics 1000, alter column text set statistics 1000;
      create statistics document_column_values (mcv) on key, text from document_column;

      create function list_moment(written text) returns timestamp language plpgsql immutable parallel safe as $$
        begin
          return written::timestamp;
        exception when others then
          return null;
        end $$;

      create function list_columns_of(of_type text, content jsonb) returns table (key text, kind text, value jsonb, text text, number numeric, moment timestamp)
        language sql stable parallel safe as $$
          select c.type || '.' || c.field, c.kind, v.value,
            case when c.kind = 'text' and jsonb_typeof(v.value) in ('string', 'boolean') then nullif(left(v.value #>> '{}', 200), '') end,
            case when c.kind = 'number' and v.value #>> '{}' ~ '^-?[0-9]+([.][0-9]+)?$' then (v.value #>> '{}')::numeric end,
            -- of a period, its first day
            case when c.kind = 'moment' then list_moment(case jsonb_typeof(v.value) when 'array' then v.value ->> 0 when 'string' then v.value #>> '{}' end) end
          from list_column c cross join lateral (select nullif(content -> c.field, 'null'::jsonb) as value) v
          where c.type = of_type and c.state <> 'withdrawn'
        $$;
    `)
  },
}
