import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-claimed-items',
    up: async (run) => {
      await run(sql`
        -- an open item of SAP is in one payment that is on its way to be posted
        create table sap_claimed_item (
          company_code text not null,
          document_no text not null,
          fiscal_year int not null,
          line int not null,
          document text not null references document,
          primary key (company_code, document_no, fiscal_year, line)
        );
        create index sap_claimed_item_document on sap_claimed_item (document);
      `)
    },
  },
  {
    name: '002-postings-read-back',
    up: async (run) => {
      await run(sql`
        -- what SAP last said of a payment that it posted ("number/year"), and the number under which it was reversed
        create table sap_posting (
          posting text primary key,
          asked_at timestamptz not null,
          reversal text
        );
      `)
    },
  },
]
