import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Resource } from '#kernel/resource.ts'
import { applicationRole } from '#server/database/roles.ts'
import type { Migration } from '#server/database/migrations.ts'
import type { Db } from '#server/database/tables.ts'
import { columnsOf, type ColumnType, recordColumns } from './columns.ts'
import { listIndexesOf } from './lists/list-indexes.ts'

declare module '#server/database/tables.ts' {
  interface Tables {
    /** Written by `shape_designed_table` alone: the tables of designed resources, with their columns in the order in which they came. */
    designed_table: { name: string; columns: readonly DesignedColumn[] }
  }
}

/** A column of a designed table. */
export interface DesignedColumn {
  readonly name: string
  readonly type: string
}

/** An index of a designed table; the definition follows `on table`. */
interface DesignedIndex {
  readonly name: string
  readonly unique: boolean
  readonly definition: string
}

/**
 * Creates the function that gives a designed resource its table. The application's role owns no tables; the function runs as their owner
 * and takes nothing but names, types and definitions of the shapes below. A column that left the declaration stays with its values; one of
 * another type is emptied, for the caller to fill.
 */
export const designedTablesMigration: Migration = {
  name: '004-designed-tables',
  async up(run) {
    await run(sql`create table designed_table (name text primary key, columns jsonb not null)`)
    await run(sql`
      create function shape_designed_table(wanted text, columns jsonb, indexes jsonb) returns void
      language plpgsql security definer set search_path = public, pg_temp as $body$
      declare
        known jsonb;
        held text;
        wish record;
        stale record;
        shapes constant text[] := array[
          '^\\((f_[a-z0-9_]+|id|create_time|update_time)( desc)?( nulls last)?(, (f_[a-z0-9_]+|id)( desc)?( nulls last)?)*\\) where del_flag = 0$',
          '^using gin \\((f_[a-z0-9_]+|pinyin) gin_trgm_ops(, (f_[a-z0-9_]+|pinyin) gin_trgm_ops)*\\) where del_flag = 0$',
          '^using gin \\(f_[a-z0-9_]+\\) where del_flag = 0$',
          '^using gin \\(\\(han_pairs\\(coalesce\\((f_[a-z0-9_]+|pinyin), ''''\\)'
            || '( \\|\\| '' '' \\|\\| coalesce\\((f_[a-z0-9_]+|pinyin), ''''\\))*\\)\\)\\) where del_flag = 0$'];
      begin
        if wanted !~ '^register_[a-z][a-z0-9_]{0,50}$' then
          raise exception using errcode = '22023', message = format('%s is no name of a designed table', wanted);
        end if;
        perform pg_advisory_xact_lock(hashtext('designed_table'), hashtext(wanted));
        select designed_table.columns into known from designed_table where name = wanted;
        if known is null then
          execute format($ddl$create table %I (${recordColumns})$ddl$, wanted);
          execute format('create trigger log_record_change after insert or update or delete or truncate on %I
            for each statement execute function log_record_change()', wanted);
          insert into record_change (table_name, changes) values (wanted, 0);
          insert into designed_table (name, columns) values (wanted, '[]');
          known := '[]';
        end if;
        for stale in select indexname from pg_indexes where schemaname = 'public' and tablename = wanted
            and starts_with(indexname, 'designed_') and indexname not in (select name from jsonb_to_recordset(indexes) i (name text)) loop
          execute format('drop index %I', stale.indexname);
        end loop;
        for wish in select * from jsonb_to_recordset(columns) c (name text, type text) loop
          if wish.name !~ '^f_[a-z0-9_]{1,60}$'
              or wish.type not in ('text', 'text[]', 'numeric', 'integer', 'boolean', 'date', 'timestamptz', 'jsonb') then
            raise exception using errcode = '22023', message = format('%s %s is no designed column', wish.name, wish.type);
          end if;
          select c.type into held from jsonb_to_recordset(known) c (name text, type text) where c.name = wish.name;
          if held is null then
            execute format('alter table %I add column %I %s %s', wanted, wish.name, wish.type,
              case when wish.type = 'text[]' then 'not null default ''{}''' else '' end);
            known := known || jsonb_build_object('name', wish.name, 'type', wish.type);
          elsif held <> wish.type then
            -- an index over it would be built anew, and may not fit the other type
            for stale in select indexname from pg_indexes where schemaname = 'public' and tablename = wanted
                and starts_with(indexname, 'designed_') and indexdef ~ ('\\m' || wish.name || '\\M') loop
              execute format('drop index %I', stale.indexname);
            end loop;
            execute format('alter table %I alter column %I drop not null, alter column %I drop default', wanted, wish.name, wish.name);
            execute format('alter table %I alter column %I type %s using %s', wanted, wish.name, wish.type,
              case when wish.type = 'text[]' then '''{}''::text[]' else 'null' end);
            if wish.type = 'text[]' then
              execute format('alter table %I alter column %I set not null, alter column %I set default ''{}''',
                wanted, wish.name, wish.name);
            end if;
            select jsonb_agg(case when c ->> 'name' = wish.name then jsonb_build_object('name', wish.name, 'type', wish.type) else c end
              order by place) into known from jsonb_array_elements(known) with ordinality as all_columns (c, place);
          end if;
        end loop;
        update designed_table set columns = known where name = wanted;
        for wish in select * from jsonb_to_recordset(indexes) i (name text, "unique" boolean, definition text) loop
          if wish.name !~ '^designed_[a-z]+_[0-9a-f]{16}$' 
            or not exists (select from unnest(shapes) shape where wish.definition ~ shape) then
            raise exception using errcode = '22023', message = format('%s %s is no designed index', wish.name, wish.definition);
          end if;
          if wish.definition !~ 'gin_trgm_ops' or exists (select from pg_extension where extname = 'pg_trgm') then
            execute format('create %s index if not exists %I on %I %s', case when wish."unique" then 'unique' else '' end,
              wish.name, wanted,
              wish.definition);
          end if;
        end loop;
      end $body$`)
    await run(sql`revoke execute on function shape_designed_table(text, jsonb, jsonb) from public`)
    const application = sql.id(applicationRole)
    const known = await run<{ found: boolean }>(sql`select exists (select from pg_roles where rolname = ${applicationRole}) as found`)
    if (!known[0]?.found) return
    await run(sql`grant execute on function shape_designed_table(text, jsonb, jsonb) to ${application}`)
    await run(sql`revoke insert, update, delete on designed_table from ${application}`)
  },
}

/** Types of the columns, by what they hold. */
const sqlTypes: Readonly<Record<ColumnType, string>> = { text: 'text', texts: 'text[]', decimal: 'numeric', integer: 'integer',
  boolean: 'boolean', date: 'date', timestamp: 'timestamptz', json: 'jsonb' }

/** The columns that the fields of a designed resource need. */
const designedColumns = (resource: Resource): readonly DesignedColumn[] =>
  [...columnsOf(resource).values()].filter(({ field }) => field !== undefined).map(({ name, type }) => ({ name, type: sqlTypes[type] }))

/** Combinations of fields that no two records have alike. */
type UniqueKeys = readonly (readonly string[])[]

/**
 * Gives a designed resource its table, its columns and the indexes of its list, which are those of a shipped resource, with its unique
 * keys; no-op where it has them. Belongs into the transaction that publishes it.
 */
export async function shapeDesignedTable(db: Db, resource: Resource, unique: UniqueKeys = []): Promise<void> {
  const lists = listIndexesOf(resource).map(({ definition }): DesignedIndex => ({ name: indexName('list', resource, definition),
    unique: false, definition })
  )
  const columns = columnsOf(resource)
  const keys = unique.map((fields): DesignedIndex => {
    const definition = `(${fields.flatMap((wire) => columns.get(wire)?.name ?? []).join(', ')}) where del_flag = 0`
    return { name: indexName('key', resource, definition), unique: true, definition }
  })
  await sql`select shape_designed_table(${resource.table}, ${JSON.stringify(designedColumns(resource))}::jsonb,
    ${JSON.stringify([...lists, ...keys])}::jsonb)`.execute(db)
}

const indexName = (what: 'list' | 'key', { table }: Resource, definition: string): string =>
  `designed_${what}_${createHash('sha256').update(`${table} ${definition}`).digest('hex').slice(0, 16)}`
