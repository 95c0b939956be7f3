import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** A person's saved opinions, in their own order. */
export const opinionTemplates: Migration = {
  name: '006-opinions',
  async up(run) {
    await run(sql`
      create table user_opinion_template (
        user_id varchar(32) not null references sys_user,
        sort integer not null check (sort >= 0),
        content varchar(1000) not null check (content <> ''),
        primary key (user_id, sort)
      )`)
  },
}
