import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Adds versions to drafts, so that two windows with the same draft detect each other. */
export const draftVersions: Migration = {
  name: '009-draft-versions',
  async up(run) {
    await run(sql`alter table user_input_cache add column version integer not null default 1`)
  },
}
