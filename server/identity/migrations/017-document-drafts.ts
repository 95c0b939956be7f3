import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * A filed document that is changed has a draft of its own. A draft knows the form that it was entered in; forms that were filed are
 * remembered, so that a saving that arrives after the filing brings nothing back.
 */
export const documentDrafts: Migration = {
  name: '017-document-drafts',
  async up(run) {
    await run(sql`alter table user_input_cache add column document varchar(60) not null default '', add column form varchar(60)`)
    await run(sql`alter table user_input_cache drop constraint user_input_cache_pkey`)
    await run(sql`alter table user_input_cache add primary key (user_id, business_type, document)`)
    await run(sql`
      create table filed_form (
        user_id varchar(32) not null references sys_user,
        form varchar(60) not null,
        filed_at timestamptz not null default now(),
        primary key (user_id, form)
      )`)
  },
}
