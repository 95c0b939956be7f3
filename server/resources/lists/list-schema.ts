import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Resource } from '#kernel/resource.ts'
import type { Migration, MigrationSet, RunStatement } from '#server/database/migrations.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { listIndexesOf, listIndexPrefix } from './list-indexes.ts'
import { designedTablesMigration } from '../designed-tables.ts'
import { hanPairsMigration } from './han-pairs.ts'

declare module '#server/database/tables.ts' {
  interface Tables {
    /** Insert-only counters of the statements that changed a table. Their sum in a snapshot identifies the version of the table. */
    record_change: { table_name: string; changes: string }
  }
}

/** The table and the trigger function of the change log. */
const changeLogMigrations: MigrationSet['migrations'] = [
  {
    name: '001-record-changes',
    async up(run) {
      await run(sql`create table record_change (table_name text not null, changes bigint not null)`)
      await run(sql`create index record_change_table on record_change (table_name) include (changes)`)
      await run(sql`
        create function log_record_change() returns trigger language plpgsql as $body$
        begin
          insert into record_change (table_name, changes) values (tg_table_name, 1);
          return null;
        end $body$`)
    },
  },
  hanPairsMigration,
  designedTablesMigration,
]

/** Adds a trigger that logs every statement changing the table. */
async function logChangesOf(run: RunStatement, table: string): Promise<void> {
  await run(
    sql`create or replace trigger log_record_change after insert or update or delete or truncate on ${
      sql.table(table)
    } for each statement execute function log_record_change()`,
  )
  await run(
    sql`insert into record_change (table_name, changes) select ${table}, 0
      where not exists (select from record_change where table_name = ${table})`,
  )
}

/** Folds the entries of each table into one, without changing the sum that readers see. */
export const foldChangeLog: Job = {
  name: 'fold-record-changes',
  every: minutes(5),
  async run({ db }) {
    await sql`
      with folded as (
        delete from record_change where table_name in (select table_name from record_change group by table_name having count(*) > 100)
        returning table_name, changes)
      insert into record_change (table_name, changes) select table_name, sum(changes) from folded group by table_name`.execute(db)
  },
}

/** The schema objects for lists of records: indexes and change log, derived from the declarations. */
export function listSchema(resources: readonly Resource[]): MigrationSet {
  const indexes = resources.flatMap(listIndexesOf)
  const tables = [...new Set(resources.map(({ table }) => table))]
  return {
    id: 'resources',
    migrations: [...changeLogMigrations, searchTexts(resources)],
    derived: {
      fingerprint: createHash('sha256').update(JSON.stringify([indexes, tables])).digest('hex'),
      async up(run) {
        const can = { trigrams: await hasTrigrams(run), tables: await tablesAmong(run, tables) }
        const possible = indexes.filter(({ table, trigrams }) => can.tables.has(table) && (can.trigrams || !trigrams))
        await dropOthers(run, possible.map(({ name }) => name))
        for (const { name, table, definition } of possible)
          await run(sql`create index if not exists ${sql.ref(name)} on ${sql.table(table)} ${sql.raw(definition)}`)
        for (const table of can.tables) await logChangesOf(run, table)
      },
    },
  }
}

/** Fills in search texts without diacritics and middle dots. */
const searchTexts = (resources: readonly Resource[]): Migration => ({
  name: '003-search-texts',
  async up(run) {
    const named = resources.filter(({ fields }) => fields['nameCn'] ?? fields['name'])
    const existing = await tablesAmong(run, named.map(({ table }) => table))
    for (const { table, fields } of named.filter((resource) => existing.has(resource.table))) {
      const [cn, en] = [fields['nameCn'] ? 'name_cn' : 'name', fields['nameEn'] ? 'name_en' : undefined]
      const names = sql`concat_ws('/', replace(${sql.ref(cn)}, '/', ' '), ${
        en ? sql`nullif(replace(${sql.ref(en)}, '/', ' '), '')` : sql`null`
      })`
      const rows = await run(sql<{ id: string; name: string }>`select id, ${names} as name from ${sql.table(table)}
        where ${names} ~ '[À-ɏḀ-ỿ·•‧∙⋅・･]'`)
      await run(sql`update ${sql.table(table)} set pinyin = spelled.text
        from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ name }) => pinyinOf(name))}::text[]) as spelled (id, text)
        where ${sql.table(table)}.id = spelled.id`)
    }
  },
})

/** Returns whether the trigram extension is available. An external database may not allow it: searches then scan the table. */
async function hasTrigrams(run: RunStatement): Promise<boolean> {
  await run(sql`do $body$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end $body$`)
  return (await run(sql`select from pg_extension where extname = 'pg_trgm'`)).length > 0
}

/** The names that are tables: views have no indexes or changes. */
async function tablesAmong(run: RunStatement, names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await run(
    sql<
      { name: string }
    >`select relname::text as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relname = any(${names}::text[])`,
  )
  return new Set(found.map(({ name }) => name))
}

/** Drops the indexes of earlier declarations. */
async function dropOthers(run: RunStatement, kept: readonly string[]): Promise<void> {
  const stale = await run(sql<{ name: string }>`
    select indexname::text as name from pg_indexes where schemaname = current_schema() and starts_with(indexname, ${listIndexPrefix})
      and indexname <> all(${kept}::text[])`)
  for (const { name } of stale) await run(sql`drop index ${sql.ref(name)}`)
}
