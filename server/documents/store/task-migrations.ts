import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** The absent person for whom a substitute holds a task. */
export const heldForMigration: Migration = {
  name: '133-held-for',
  up: async (run) => {
    await run(sql`
      -- null for tasks from before, whose histories do not say it
      alter table task add column held_for text;
    `)
  },
}

/** Whether the holder of a task was reminded when its time was over. */
export const dueToldMigration: Migration = {
  name: '134-due-told',
  up: async (run) => {
    await run(sql`
      alter table task add column due_told boolean not null default false;
    `)
  },
}
