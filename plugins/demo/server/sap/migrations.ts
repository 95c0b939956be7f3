import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

export const sapMigrations: readonly Migration[] = [
  {
    name: '001-sap-payments',
    up: async (run) => {
      await run(sql`
        -- what the demonstration's SAP has posted, once for a key
        create table demo_sap_payment (
          key text primary key,
          document_no bigint generated always as identity (start with 1500000001),
          fiscal_year int not null,
          body jsonb not null,
          posted_at timestamptz not null
        )`)
    },
  },
  {
    name: '002-sap-reversals',
    up: async (run) => {
      await run(sql`alter table demo_sap_payment add column reversed_at timestamptz`)
    },
  },
  {
    name: '003-sap-records',
    up: async (run) => {
      await run(sql`
        -- records that documents created in the demonstration's SAP, once for a key
        create table demo_sap_record (
          id bigint generated always as identity,
          key text primary key,
          path text not null,
          body jsonb not null,
          posted_at timestamptz not null,
          taken_back_at timestamptz
        );
        -- how postings are treated because somebody asked for it
        create table demo_sap_manner (
          id bigint generated always as identity primary key,
          manner text not null,
          about text not null unique,
          until timestamptz not null
        )`)
    },
  },
]
