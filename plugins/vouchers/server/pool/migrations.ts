import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Invoices that people collect before they claim them; an entry goes with its file. */
export const pool: Migration = {
  name: '013-pooled-invoices',
  async up(run) {
    await run(sql`
      create table pooled_invoice (
        id text primary key,
        owner text not null,
        attachment text not null unique references attachment on delete cascade,
        added_at timestamptz not null
      );
      create index pooled_invoice_owner on pooled_invoice (owner, added_at desc)`)
  },
}
