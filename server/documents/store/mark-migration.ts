import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Adds the marks of documents. */
export const markMigration: Migration = {
  name: '120-marks',
  up: async (run) => {
    await run(sql`
      -- the one mark that there was has been a column of its own
      alter table document add column marks text[] not null default '{}';
      update document set marks = '{overBudget}' where over_budget;
      alter table document drop column over_budget;
    `)
  },
}
