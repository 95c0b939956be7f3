import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * Drafts of filed documents. A draft stores the id of the form in which it was entered; filed forms are remembered, so that a late save
 * does not bring a draft back.
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
