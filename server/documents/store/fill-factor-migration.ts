import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * Leaves room on the pages of documents for the next version of a row. Actions change no indexed column while the document is in
 * approval, so the new version fits the same page without index writes (HOT).
 */
export const fillFactorMigration: Migration = {
  name: '127-fill-factor',
  up: async (run) => {
    await run(sql`alter table document set (fillfactor = 75)`)
  },
}
