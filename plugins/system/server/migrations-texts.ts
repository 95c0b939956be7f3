import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { common } from '#server/identity/migrations/common-columns.ts'

const updateLog: Migration = {
  name: '104-update-log',
  async up(run) {
    await run(sql`
      create table update_log (
        id varchar(32) primary key,
        ${common},
        -- of the product, as people say it; not the count of edits
        release varchar(20) not null check (release <> ''),
        title varchar(100) not null check (title <> ''),
        en_title varchar(100) not null check (en_title <> ''),
        -- Markdown
        content varchar(20000) not null,
        en_content varchar(20000) not null,
        -- empty while it is a draft
        publish_time timestamptz
      );
      create unique index update_log_release on update_log (lower(release)) where del_flag = 0;
      create index update_log_newest on update_log (publish_time desc) where del_flag = 0`)
  },
}

const guide: Migration = {
  name: '105-guide',
  async up(run) {
    await run(sql`
      create table guide_chapter (
        key varchar(60) primary key,
        ${common},
        parent varchar(60) references guide_chapter,
        sort integer not null,
        title varchar(100) not null,
        en_title varchar(100) not null,
        -- Markdown
        content varchar(40000) not null,
        en_content varchar(40000) not null,
        -- addresses that it explains
        pages text[] not null default '{}',
        -- by an editor: what the product ships later does not replace it
        edited boolean not null default false
      )`)
  },
}

/** Tables of texts written by editors: update log and user guide. */
export const textMigrations: readonly Migration[] = [updateLog, guide]
