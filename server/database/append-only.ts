import { sql } from 'kysely'
import type { RunStatement } from './statements/statement.ts'
import { applicationRole } from './roles.ts'

/** Creates the function behind `appendOnly`; its error has the code of a missing privilege, so both walls answer alike. */
export async function createForbidChange(run: RunStatement): Promise<void> {
  await run(sql`
    create or replace function forbid_change() returns trigger language plpgsql as $body$
    begin
      raise exception using errcode = '42501', message = format('table %I is append-only: %s is not allowed', tg_table_name, lower(tg_op));
    end $body$`)
}

/** Makes a table append-only twice: by a trigger that holds for everybody, and by privilege of the application's role. */
export async function appendOnly(run: RunStatement, table: string): Promise<void> {
  const name = sql.table(table)
  await run(
    sql`create trigger forbid_change before update or delete or truncate on ${name} for each statement execute function forbid_change()`,
  )
  await run(sql`alter table ${name} enable always trigger forbid_change`)
  const known = await run<{ found: boolean }>(sql`select exists (select from pg_roles where rolname = ${applicationRole}) as found`)
  if (known[0]?.found) await run(sql`revoke update, delete, truncate on ${name} from ${sql.id(applicationRole)}`)
}
