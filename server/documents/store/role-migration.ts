import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Derives columns from the roles of fields instead of their keys. */
export const roleMigration: Migration = {
  name: '112-roles',
  up: async (run) => {
    await run(sql`
      -- which fields say so is declared by their forms, whatever they are called: written with the value, recounted by check:data
      alter table document alter column over_budget drop expression, alter column over_budget set default false;
      update document set over_budget = false where over_budget is null;
      alter table document alter column over_budget set not null;
      alter table document alter column bearing drop expression, alter column bearing set default '[]';
    `)
  },
}
