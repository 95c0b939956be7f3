import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'

const packages: Migration = {
  name: '001-packages',
  async up(run) {
    await run(sql`
      create table archive_package (
        id varchar(32) primary key,
        company varchar(100) not null,
        period varchar(8) not null,
        language varchar(2) not null check (language in ('cn', 'en')),
        state varchar(10) not null default 'waiting' check (state in ('waiting', 'building', 'ready', 'failed')),
        requested_by varchar(64) not null,
        requested_at timestamptz not null,
        documents_total integer,
        documents_done integer not null default 0,
        missing integer not null default 0,
        failures integer not null default 0,
        zip_path text
      );
      create index archive_package_requested on archive_package (requested_at desc, id);
      -- one of a company and period at a time
      create unique index archive_package_under_way on archive_package (company, period) where state in ('waiting', 'building');
      -- what a package under way consists of; it goes once the package is ready
      create table archive_document (
        package varchar(32) not null references archive_package,
        position integer not null,
        document text not null references document,
        facts jsonb,
        primary key (package, position)
      );
      create table archive_file (
        package varchar(32) not null references archive_package,
        name text not null,
        kind varchar(12) not null,
        path text not null,
        size bigint,
        sha256 varchar(64),
        primary key (package, name)
      );
      -- what was handed over cannot be made undone: each package names the one before it
      create table archive_seal (
        company varchar(100) not null,
        number integer not null check (number > 0),
        package varchar(32) not null unique references archive_package,
        manifest_sha256 varchar(64) not null,
        previous_sha256 varchar(64),
        path text not null,
        size bigint not null,
        sha256 varchar(64) not null,
        files integer not null,
        documents integer not null,
        totals jsonb not null,
        sealed_at timestamptz not null,
        primary key (company, number),
        check ((number = 1) = (previous_sha256 is null))
      );
      create table archive_download (
        id bigint generated always as identity primary key,
        package varchar(32) not null references archive_package,
        person varchar(64) not null,
        at timestamptz not null
      );
      create index archive_download_package on archive_download (package, id desc)`)
    await appendOnly(run, 'archive_seal')
    await appendOnly(run, 'archive_download')
  },
}

export const migrations: readonly Migration[] = [packages]
