import { sql } from 'kysely'
import type { MigrationSet, Migration } from '#server/database/migrations.ts'
import { organisation } from './migrations/002-organisation.ts'
import { rights } from './migrations/003-rights.ts'
import { menusDictionariesDrafts } from './migrations/004-menus-dictionaries-drafts.ts'
import { signIn } from './migrations/005-sign-in.ts'
import { positionLevels } from './migrations/011-position-levels.ts'
import { personSearchText } from './organisation/search-text.ts'

/**
 * A number per topic that increases with every change of the topic's data, so that caches can be validated by one small read. Numbers
 * come from a sequence: a number of a rolled-back transaction is never reused for other contents.
 */
const versions: Migration = {
  name: '001-versions',
  async up(run) {
    await run(sql`
      create sequence change_version_number;
      create table change_version (
        topic varchar(30) primary key,
        version bigint not null default nextval('change_version_number')
      );
      insert into change_version (topic) values ('directory'), ('dictionary'), ('menu');
      create function bump_version() returns trigger language plpgsql security definer set search_path from current as $body$
      declare number bigint := nextval('change_version_number');
      begin
        update change_version set version = number where topic = tg_argv[0];
        perform pg_notify(tg_argv[0], number::text);
        return null;
      end $body$`)
  },
}

/** A person's saved opinions, in their own order. */
const opinionTemplates: Migration = {
  name: '006-opinions',
  async up(run) {
    await run(sql`
      create table user_opinion_template (
        user_id varchar(32) not null references sys_user,
        sort integer not null check (sort >= 0),
        content varchar(1000) not null check (content <> ''),
        primary key (user_id, sort)
      )`)
  },
}

/** Makes dictionaries editable records: adds the columns of every resource, and a flag whether items are offered. */
const dictionaryRecords: Migration = {
  name: '007-dictionary-records',
  async up(run) {
    await run(sql`
      alter table sys_dict_type add column id varchar(60), add column pinyin varchar(200) not null default '';
      update sys_dict_type set id = code;
      -- Declarations and items name a dictionary by its code.
      alter table sys_dict_type alter column id set not null, add constraint sys_dict_type_id unique (id), add check (id = code)`)
    await run(sql`
      alter table sys_dict_data add column pinyin varchar(200) not null default '', add column enable boolean not null default true;
      update sys_dict_data set enable = not disabled;
      alter table sys_dict_data drop column disabled;
      alter table sys_dict_data add column disabled boolean generated always as (not enable) stored`)
  },
}

/** People from an external directory, and its last answer. */
const directory: Migration = {
  name: '008-directory',
  async up(run) {
    await run(sql`
      alter table sys_user add column outer_id varchar(64);
      -- what the directory said last: whom it disabled it may enable again, whom an administrator disabled it may not
      alter table sys_user add column outer_active boolean;
      alter table sys_user add check ((outer_id is null) = (outer_active is null));
      create unique index sys_user_outer on sys_user (outer_id);
      create unique index sys_group_outer on sys_group (outer_id) where del_flag = 0`)
  },
}

/** Adds versions to drafts, so that two windows with the same draft detect each other. */
const draftVersions: Migration = {
  name: '009-draft-versions',
  async up(run) {
    await run(sql`alter table user_input_cache add column version integer not null default 1`)
  },
}

/** Codes sent to telephones within the last day; at most one per person is valid. */
const phoneCodes: Migration = {
  name: '010-phone-codes',
  async up(run) {
    await run(sql`
      create table phone_code (
        id bigint generated always as identity primary key,
        user_id varchar(32) not null references sys_user,
        phone varchar(11) not null,
        hash varchar(200) not null,
        tries integer not null default 0 check (tries between 0 and 5),
        used boolean not null default false,
        sent_at timestamptz not null,
        expires_at timestamptz not null
      );
      create unique index phone_code_good on phone_code (user_id) where not used;
      create index phone_code_user on phone_code (user_id, sent_at);
      create index phone_code_phone on phone_code (phone, sent_at);
      create index phone_code_sent on phone_code (sent_at)`)
  },
}

/** Column access of roles for records and documents. */
const columnRights: Migration = {
  name: '012-column-rights',
  async up(run) {
    await run(sql`
      create table sys_role_column (
        role_id varchar(32) not null references sys_role,
        subject varchar(80) not null,
        field varchar(120) not null,
        access varchar(10) not null check (access in ('full', 'readOnly', 'masked', 'hidden')),
        primary key (role_id, subject, field)
      )`)
    await run(
      sql`create trigger bump_version after insert or update or delete on sys_role_column for each statement execute function bump_version('directory')`,
    )
  },
}

/** Sign-ins that were ended before their access tokens expired: these tokens are refused until then. */
const endedSignIns: Migration = {
  name: '013-ended-sign-ins',
  async up(run) {
    await run(sql`
      create table ended_sign_in (
        grant_id varchar(200) primary key,
        ended_at timestamptz not null default now()
      );
      create index ended_sign_in_time on ended_sign_in (ended_at)`)
    await run(sql`insert into change_version (topic) values ('signIn')`)
    // Only insertions increase the version: rows are deleted after their tokens have expired.
    await run(sql`create trigger bump_version after insert on ended_sign_in for each statement execute function bump_version('signIn')`)
  },
}

/** Sign-ins whose password is being compared: they count against the account's limit until their outcome is known. */
const signInAttempts: Migration = {
  name: '014-sign-in-attempts',
  async up(run) {
    await run(sql`
      create table sign_in_attempt (
        id bigint generated always as identity primary key,
        account varchar(60) not null,
        begun_at timestamptz not null
      );
      create index sign_in_attempt_account on sign_in_attempt (account);
      create index sign_in_attempt_begun on sign_in_attempt (begun_at)`)
  },
}

/** Role scopes of listed members; without rows, a member has none. */
const roleMemberScopes: Migration = {
  name: '015-role-member-scopes',
  async up(run) {
    await run(sql`
      create table sys_role_member_scope (
        user_id varchar(32) not null,
        role_id varchar(32) not null,
        scope varchar(40) not null,
        values text[] not null check (cardinality(values) > 0),
        primary key (user_id, role_id, scope),
        foreign key (user_id, role_id) references sys_user_role on delete cascade
      );
      create trigger bump_version after insert or update or delete on sys_role_member_scope for each statement execute function bump_version('directory')`)
  },
}

/** People per statement. */
const batch = 1_000

/** Search texts by both readings of surnames and without diacritics; people are sorted by the surname's reading. */
export const personSearchTexts: Migration = {
  name: '016-person-search-texts',
  async up(run) {
    await run(sql`alter table sys_user alter column pinyin type varchar(400)`)
    const people = await run(sql<{ id: string; name: string }>`select id, name from sys_user order by id`)
    for (let start = 0; start < people.length; start += batch) {
      const part = people.slice(start, start + batch)
      await run(sql`update sys_user set pinyin = spelled.text
        from unnest(${part.map(({ id }) => id)}::text[], ${part.map(({ name }) => personSearchText(name))}::text[]) as spelled (id, text)
        where sys_user.id = spelled.id`)
    }
  },
}

/**
 * Drafts of filed documents. A draft stores the id of the form in which it was entered; filed forms are remembered, so that a late save
 * does not bring a draft back.
 */
const documentDrafts: Migration = {
  name: '017-document-drafts',
  async up(run) {
    await run(sql`alter table user_input_cache add column document varchar(60) not null default '', add column form varchar(60)`)
    await run(sql`alter table user_input_cache drop constraint user_input_cache_pkey`)
    await run(sql`alter table user_input_cache add primary key (user_id, business_type, document)`)
    await run(sql`
      create table filed_form (
        user_id varchar(32) not null references sys_user,
        form varchar(60) not null,
        filed_at timestamptz not null default now(),
        primary key (user_id, form)
      )`)
  },
}

/** The choice for tasks that are open when an absence begins. Entries from before handed them over. */
const absenceOpenTasks: Migration = {
  name: '018-absence-open-tasks',
  async up(run) {
    await run(sql`
      alter table user_delegate add open_tasks varchar(16) not null default 'handOver' check (open_tasks in ('handOver', 'keep'))`)
  },
}

/** Menu entries of lists and statistics have the longest page and names of a form that a company designs, and their own words. */
const menuWidths: Migration = {
  name: '019-menu-widths',
  async up(run) {
    await run(sql`alter table sys_menu alter column id type varchar(120), alter column parent_id type varchar(120),
      alter column name type varchar(60), alter column name_en type varchar(120)`)
  },
}

/** Tables of identity and organisation. */
export const identityMigrations: MigrationSet = {
  id: 'identity',
  migrations: [versions, organisation, rights, menusDictionariesDrafts, signIn, opinionTemplates, dictionaryRecords, directory,
    draftVersions, phoneCodes, positionLevels, columnRights, endedSignIns, signInAttempts, roleMemberScopes, personSearchTexts,
    documentDrafts, absenceOpenTasks, menuWidths],
}
