import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const extensions = [
  'pdf',
  'ofd',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'csv',
  'txt',
  'xml',
  'mht',
  'mhtml',
  'zip',
  'rar',
  '7z',
  'tar',
  'gz',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'ico',
  'bmp',
  'webp',
  'msg',
  'eml',
  'dwg',
  'dxf',
  'step',
  'stp',
  'igs',
  'mp4',
  'mp3',
  'wps',
]

/** Uploaded files, and the whitelist of types. */
export const attachmentMigrations: MigrationSet = {
  id: 'attachments',
  migrations: [
    {
      name: '001-attachments',
      up: async (run) => {
        await run(sql`
          create table attachment (
            id text primary key,
            document text,
            business_type text,
            upload_type text not null,
            real_name text not null check (length(real_name) between 1 and 255),
            file_type text not null,
            path text not null unique,
            size bigint not null check (size >= 0 and size < 204800000),
            sha256 text not null,
            create_by text not null,
            create_name text not null,
            create_time timestamptz not null default now()
          );
          create index attachment_document on attachment (document);
          create index attachment_owner on attachment (create_by, create_time desc);
          create table file_whitelist (value text primary key, enable boolean not null default true);
        `)
        await run(sql`insert into file_whitelist (value) select unnest(${extensions}::text[])`)
      },
    },
    {
      /** Makes the whitelist editable records, with a limit per type. */
      name: '002-whitelist-records',
      up: async (run) => {
        await run(sql`
          alter table file_whitelist rename to listed;
          create table file_whitelist (
            ${recordColumns},
            value text not null check (value <> ''),
            -- MB; without it, the limit of every file
            max_size integer check (max_size between 1 and 200),
            enable boolean not null default true
          );
          insert into file_whitelist (id, value, enable) select replace(gen_random_uuid()::text, '-', ''), value, enable from listed;
          drop table listed;
          create unique index file_whitelist_value on file_whitelist (lower(value)) where del_flag = 0`)
      },
    },
    {
      /** Columns for the sweeper: files without a reference, and those whose bytes may be missing. */
      name: '003-sweeping',
      up: async (run) => {
        await run(sql`
          alter table attachment add column free_since timestamptz not null default now(), add column absent_since timestamptz;
          update attachment set free_since = create_time;
          create index attachment_free on attachment (free_since) where document is null and absent_since is null;
          create index attachment_absent on attachment (id) where absent_since is not null`)
      },
    },
  ],
}
