import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { travelMigrations } from './travel/migrations.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-live-invoices',
    up: async (run) => {
      await run(sql`
        create table live_invoice (
          invoice_no text primary key,
          document text not null references document
        );
        create index live_invoice_document on live_invoice (document);
      `)
    },
  },
  ...travelMigrations,
]
