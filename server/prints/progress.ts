import { sql } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { MigrationSet } from '#server/database/migrations.ts'

interface PrintRunTable {
  owner: string
  /** Created by the client that requests the print. */
  id: string
  done: number
  total: number
  at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    print_run: PrintRunTable
  }
}

export const printMigrations: MigrationSet = {
  id: 'prints',
  migrations: [{
    name: '001-runs',
    up: async (run) => {
      await run(sql`
        -- how far prints of several documents are; every instance tells it
        create table print_run (
          owner text not null,
          id text not null,
          done integer not null,
          total integer not null,
          at timestamptz not null default now(),
          primary key (owner, id)
        );
        create index print_run_at on print_run (at)`)
    },
  }],
}

export interface PrintRun {
  readonly owner: string
  readonly id: string
}

/** Stores the number of finished documents of a print. The first update deletes prints older than a day. */
export async function saveProgress(db: Db, { owner, id }: PrintRun,
  { done, total }: { readonly done: number; readonly total: number }): Promise<void> {
  if (done === 0) await db.deleteFrom('print_run').where('at', '<', sql<Date>`now() - interval '1 day'`).execute()
  const row = { done, total, at: sql<Date>`now()` }
  await db.insertInto('print_run').values({ owner, id, ...row }).onConflict((conflict) =>
    conflict.columns(['owner', 'id']).doUpdateSet(row)
  ).execute()
}

/** @throws Missing where the caller has not started a print with this id */
export async function printProgress(db: Db, { owner, id }: PrintRun): Promise<{ readonly done: number; readonly total: number }> {
  const found = await db.selectFrom('print_run').select(['done', 'total']).where('owner', '=', owner).where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Missing('error.missing')
  return found
}
