import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

const travelMigrations: readonly Migration[] = [
  {
    name: 'travel-001-live-allowances',
    up: async (run) => {
      await run(sql`
        create table live_allowance (
          traveler text not null,
          day date not null,
          document text not null references document,
          primary key (traveler, day)
        );
        create index live_allowance_document on live_allowance (document);
      `)
    },
  },
]

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
  {
    // the name must sort after those of travel, which existing installations have applied
    name: 'vouchers-002-invoice-codes',
    up: async (run) => {
      await run(sql`
        alter table live_invoice drop constraint live_invoice_pkey;
        alter table live_invoice add column invoice_code text not null default '';
        -- by a hash: built-in indexes exclude ranges, not texts; a code that is not known is any
        alter table live_invoice add constraint live_invoice_alike exclude using gist (
          int8range(hashtextextended(invoice_no, 0), hashtextextended(invoice_no, 0), '[]') with &&,
          (case when invoice_code = '' then int8range(null, null) else int8range(hashtextextended(invoice_code, 0), hashtextextended(invoice_code, 0), '[]') end) with &&
        );
        create index live_invoice_no on live_invoice (invoice_no);
      `)
    },
  },
  {
    // older claims have full days
    name: 'vouchers-003-shares-of-allowances',
    up: async (run) => {
      await run(sql`
        alter table live_allowance add column share numeric(2, 1) not null default 1 check (share > 0 and share <= 1);
        alter table live_allowance drop constraint live_allowance_pkey;
        alter table live_allowance add primary key (traveler, day, document);
      `)
    },
  },
]
