import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Stored readings of files, so that checks and reviews need not read them again; deleted together with the file. */
export const readings: Migration = {
  name: '011-voucher-readings',
  async up(run) {
    await run(sql`
      create table voucher_reading (
        attachment text primary key references attachment on delete cascade,
        sha256 text not null,
        reading jsonb not null,
        read_at timestamptz not null
      );
      create index voucher_reading_sha256 on voucher_reading (sha256);
      create table read_voucher (
        attachment text not null references voucher_reading on delete cascade,
        position integer not null,
        code text not null,
        number text,
        original_number text,
        primary key (attachment, position)
      );
      create index read_voucher_number on read_voucher (number);
      create index read_voucher_original on read_voucher (original_number) where original_number is not null`)
  },
}

/** Reader version of each reading; 0 for earlier readings. */
export const readers: Migration = {
  name: '016-readers-of-readings',
  async up(run) {
    await run(sql`
      alter table voucher_reading add column reader integer not null default 0;
      alter table voucher_reading alter column reader drop default`)
  },
}

/** Hashes of the files used by live documents. */
export const liveFiles: Migration = {
  name: '012-live-voucher-files',
  async up(run) {
    await run(sql`
      create table live_voucher_file (
        sha256 text primary key,
        document text not null references document
      );
      create index live_voucher_file_document on live_voucher_file (document)`)
  },
}
