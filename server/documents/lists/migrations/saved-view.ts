import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Saved views: filters and orders of lists under a name. */
export const savedViewMigration: Migration = {
  name: '116-saved-views',
  up: async (run) => {
    await run(sql`
      create table saved_view (
        id text primary key,
        owner text not null,
        -- path of the list
        page text not null,
        name text not null,
        -- filters and order, as the address of the list says them
        query text not null,
        -- which columns are shown and how wide; null: as their reader has them
        columns jsonb,
        -- whose holders see it beside its owner
        role text,
        created_at timestamptz not null default now(),
        unique (owner, page, name)
      );
      create index saved_view_role on saved_view (role, page) where role is not null;
    `)
  },
}

/** Removed views are kept for some time with everything that refers to them, so that removal can be undone. */
export const removedViewMigration: Migration = {
  name: '126-removed-views',
  up: async (run) => {
    await run(sql`
      alter table saved_view add column removed_at timestamptz, drop constraint saved_view_owner_page_name_key;
      create unique index saved_view_name on saved_view (owner, page, name) where removed_at is null;
    `)
  },
}
