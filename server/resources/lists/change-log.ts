import { sql } from 'kysely'
import type { MigrationSet, RunStatement } from '#server/database/migrations.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { designedTablesMigration } from '../designed-tables.ts'
import { hanPairsMigration } from './han-pairs.ts'

declare module '#server/database/tables.ts' {
  interface Tables {
    /** Insert-only counters of the statements that changed a table. Their sum in a snapshot identifies the version of the table. */
    record_change: { table_name: string; changes: string }
  }
}

/** The table and the trigger function of the change log. */
export const changeLogMigrations: MigrationSet['migrations'] = [
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
export async function logChangesOf(run: RunStatement, table: string): Promise<void> {
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
