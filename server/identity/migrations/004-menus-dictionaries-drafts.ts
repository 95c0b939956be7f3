import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { common } from './common-columns.ts'

export const menusDictionariesDrafts: Migration = {
  name: '004-menus-dictionaries-drafts',
  async up(run) {
    // The parent has no foreign key: a menu whose directory belongs to a removed plugin moves to the top level instead of failing the
    // start.
    await run(sql`
      create table sys_menu (
        id varchar(60) primary key,
        parent_id varchar(60),
        type varchar(1) not null check (type in ('M', 'C', 'F')),
        name varchar(30) not null,
        name_en varchar(60) not null,
        sort integer not null default 0,
        icon varchar(60),
        path varchar(120),
        component varchar(120),
        perms varchar(100),
        visible boolean not null default true,
        enable boolean not null default true,
        keep_alive boolean not null default true,
        declared jsonb,
        withdrawn boolean not null default false,
        ${common},
        check (parent_id <> id),
        check (type <> 'C' or path is not null),
        check (type <> 'F' or perms is not null)
      );
      create table sys_dict_type (
        code varchar(60) primary key,
        name varchar(60) not null,
        name_en varchar(100) not null,
        enable boolean not null default true,
        built_in boolean not null default false,
        ${common}
      );
      create table sys_dict_data (
        id varchar(32) primary key,
        type varchar(60) not null references sys_dict_type,
        value varchar(100) not null,
        label varchar(200) not null,
        local_name varchar(300) not null,
        local_ktext varchar(300),
        description varchar(500),
        full_name varchar(500),
        sort integer not null default 0,
        disabled boolean not null default false,
        built_in boolean not null default false,
        declared jsonb,
        ${common},
        unique (type, value)
      );
      create trigger bump_version after insert or update or delete on sys_dict_type for each statement execute function bump_version('dictionary');
      create trigger bump_version after insert or update or delete on sys_dict_data for each statement execute function bump_version('dictionary');
      create trigger bump_version after insert or update or delete on sys_menu for each statement execute function bump_version('menu')`)
    await run(sql`
      create table user_input_cache (
        user_id varchar(32) not null references sys_user,
        business_type varchar(60) not null,
        content jsonb not null,
        title varchar(200),
        update_time timestamptz not null default now(),
        primary key (user_id, business_type)
      )`)
  },
}
