import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const templates: Migration = {
  name: '001-templates',
  async up(run) {
    await run(sql`
      create table sys_template (
        ${recordColumns},
        name varchar(60) not null,
        business_type varchar(64) not null,
        company varchar(100),
        language varchar(2) not null check (language in ('cn', 'en')),
        file_name varchar(255) not null,
        file_version integer not null check (file_version > 0),
        uploaded_by varchar(64) not null,
        upload_time timestamptz not null,
        enabled boolean not null default true
      );
      create unique index sys_template_enabled on sys_template (business_type, coalesce(company, ''), language) where enabled and del_flag = 0`)
    await run(sql`
      create table sys_template_version (
        template varchar(32) not null references sys_template,
        number integer not null check (number > 0),
        file_name varchar(255) not null,
        size integer not null check (size > 0),
        sha256 varchar(64) not null,
        -- within the database: a template is small, and its rows and its bytes are written, kept and backed up as one
        content bytea not null,
        uploaded_by varchar(64) not null,
        upload_time timestamptz not null,
        restored_from integer check (restored_from < number),
        primary key (template, number)
      )`)
    await appendOnly(run, 'sys_template_version')
  },
}

const seals: Migration = {
  name: '002-seals',
  async up(run) {
    await run(sql`
      create table company_seal (
        company varchar(100) primary key,
        type varchar(20) not null check (type in ('image/png', 'image/jpeg')),
        width integer not null check (width > 0),
        height integer not null check (height > 0),
        image bytea not null,
        uploaded_by varchar(64) not null,
        upload_time timestamptz not null
      )`)
  },
}

/** Versions of the wordings of messages; a version without texts restored the shipped wording. */
const wordingVersions: Migration = {
  name: '003-wording-versions',
  async up(run) {
    await run(sql`
      create table message_wording_version (
        kind text not null,
        number integer not null check (number > 0),
        title text,
        en_title text,
        content text,
        en_content text,
        changed_by text not null,
        changed_at timestamptz not null,
        restored_from integer check (restored_from < number),
        primary key (kind, number),
        check (num_nulls(title, en_title, content, en_content) in (0, 4))
      );
      insert into message_wording_version (kind, number, title, en_title, content, en_content, changed_by, changed_at)
        select kind, 1, title, en_title, content, en_content, changed_by, changed_at from message_wording`)
    await appendOnly(run, 'message_wording_version')
  },
}

/** Templates for imports, in addition to prints. */
const importTemplates: Migration = {
  name: '004-import-templates',
  async up(run) {
    await run(sql`
      alter table sys_template add column kind varchar(8) not null default 'print' check (kind in ('print', 'import'));
      alter table sys_template alter column business_type drop not null;
      -- what is imported: the id of an importer, or type and table of a form
      alter table sys_template add column target varchar(130);
      alter table sys_template add column target_name varchar(200);
      alter table sys_template add constraint sys_template_purpose check (case kind when 'print' then business_type is not null and target is null else target is not null end);
      drop index sys_template_enabled;
      create unique index sys_template_enabled on sys_template (kind, coalesce(target, business_type), coalesce(company, ''), language) where enabled and del_flag = 0`)
  },
}

export const migrations: readonly Migration[] = [templates, seals, wordingVersions, importTemplates]
