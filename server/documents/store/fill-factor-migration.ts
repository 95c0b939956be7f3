import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * Leaves room on the pages of documents for the next version of a row. An action changes no indexed column as long as the document is in
 * approval; its new version then lies on the same page and no index is written (HOT).
 */
export const fillFactorMigration: Migration = {
  name: '127-fill-factor',
  up: async (run) => {
    await run(sql`alter table document set (fillfactor = 75)`)
  },
}
