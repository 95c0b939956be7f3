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
export const dueReminderMigration: Migration = {
  name: '134-due-reminders',
  up: async (run) => {
    await run(sql`
      alter table task add column due_reminded boolean not null default false;
    `)
  },
}
