import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { common } from './common-columns.ts'

/** Roles with their permissions and row scopes. */
export const rights: Migration = {
  name: '003-rights',
  async up(run) {
    await run(sql`
      create table sys_role (
        id varchar(32) primary key,
        name varchar(120) not null check (name <> ''),
        perm_chars varchar(60) not null check (perm_chars ~ '^[A-Za-z][A-Za-z0-9_]*$'),
        sort integer not null default 0,
        enable boolean not null default true,
        built_in boolean not null default false,
        remark varchar(200),
        ${common}
      );
      create unique index sys_role_perm_chars on sys_role (perm_chars) where del_flag = 0;
      create table sys_user_role (
        user_id varchar(32) not null references sys_user,
        role_id varchar(32) not null references sys_role,
        primary key (user_id, role_id)
      );
      create index sys_user_role_role on sys_user_role (role_id);
      create table sys_role_permission (
        role_id varchar(32) not null references sys_role,
        permission varchar(100) not null check (permission <> ''),
        primary key (role_id, permission)
      );
      create table sys_data_scope (
        role_id varchar(32) not null references sys_role,
        resource varchar(60) not null,
        scope smallint not null check (scope between 1 and 6),
        with_sub boolean not null default false,
        dept_ids text[] not null default '{}',
        primary key (role_id, resource)
      )`)
    await run(sql`
      create trigger bump_version after insert or update or delete on sys_role for each statement execute function bump_version('directory');
      create trigger bump_version after insert or update or delete on sys_user_role for each statement execute function bump_version('directory');
      create trigger bump_version after insert or update or delete on sys_role_permission for each statement execute function bump_version('directory');
      create trigger bump_version after insert or update or delete on sys_data_scope for each statement execute function bump_version('directory')`)
  },
}
