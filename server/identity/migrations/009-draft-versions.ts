import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Two windows that fill in one draft notice each other. */
export const draftVersions: Migration = {
  name: '009-draft-versions',
  async up(run) {
    await run(sql`alter table user_input_cache add column version integer not null default 1`)
  },
}
