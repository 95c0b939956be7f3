import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Documents that other systems start. */
export const inboundMigrations: MigrationSet = {
  id: 'inbound',
  migrations: [{
    name: '001-inbound',
    up: async (run) => {
      await run(sql`
        create table inbound_request (
          account varchar(64) not null,
          request varchar(64) not null,
          content_hash varchar(64) not null,
          answer jsonb not null,
          at timestamptz not null,
          primary key (account, request)
        );
        create table inbound_document (
          system varchar(20) not null,
          client varchar(10) not null,
          type varchar(64) not null,
          number varchar(40) not null,
          version int not null check (version > 0),
          content_hash varchar(64) not null,
          document text not null unique references document,
          primary key (system, client, type, number)
        );
        create table inbound_file (
          id text primary key,
          document text not null references document,
          version int not null,
          account varchar(64) not null,
          name varchar(255) not null,
          url text not null,
          attempts int not null default 0,
          due_at timestamptz not null,
          outcome varchar(40)
        );
        create index inbound_file_document on inbound_file (document);
        create index inbound_file_due on inbound_file (due_at) where outcome is null`)
    },
  }],
}
