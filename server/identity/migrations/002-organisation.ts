import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { common } from './common-columns.ts'

/** People, the organisation tree, memberships and substitutes. */
export const organisation: Migration = {
  name: '002-organisation',
  async up(run) {
    await run(sql`
      create table sys_user (
        id varchar(32) primary key,
        user_name varchar(30) not null check (user_name ~ '^[A-Za-z0-9._-]{2,30}$'),
        password_hash varchar(200),
        must_change_password boolean not null default false,
        nickname varchar(30),
        name varchar(61) not null check (name <> ''),
        phone varchar(11) check (phone ~ '^1[3-9][0-9]{9}$'),
        email varchar(100),
        job_number varchar(20),
        joining_date date,
        leaving_date date,
        card_id varchar(32),
        position varchar(60),
        avatar varchar(200),
        enable boolean not null default true,
        admin boolean not null default false,
        locale varchar(2) not null default 'cn' check (locale in ('cn', 'en')),
        pinyin varchar(200) not null default '',
        idp_subject varchar(64),
        session_epoch integer not null default 0,
        last_login timestamptz,
        ${common}
      );
      create unique index sys_user_user_name on sys_user (lower(user_name));
      create unique index sys_user_job_number on sys_user (job_number) where del_flag = 0;
      create unique index sys_user_phone on sys_user (phone) where del_flag = 0;
      create unique index sys_user_email on sys_user (lower(email)) where del_flag = 0;
      create unique index sys_user_idp_subject on sys_user (idp_subject)`)
    await run(sql`
      create table sys_group (
        id varchar(32) primary key,
        parent_id varchar(32) references sys_group,
        type varchar(10) not null check (type in ('GROUP', 'ENTERPRISE', 'DEPARTMENT')),
        name varchar(61) not null check (name <> ''),
        full_name varchar(600) not null,
        code varchar(30),
        sap_code varchar(30),
        head_user_id varchar(32) references sys_user,
        deputy_user_id varchar(32) references sys_user,
        vp_user_id varchar(32) references sys_user,
        gm_user_id varchar(32) references sys_user,
        has_budget_dept boolean not null default false,
        superior_enterprise_id varchar(32) references sys_group,
        sort integer not null default 0,
        enable boolean not null default true,
        path varchar(500) not null,
        level integer not null,
        pinyin varchar(200) not null default '',
        outer_id varchar(64),
        ${common},
        check (parent_id <> id)
      );
      create unique index sys_group_code on sys_group (code) where del_flag = 0;
      create unique index sys_group_name on sys_group (coalesce(parent_id, ''), name) where del_flag = 0;
      create index sys_group_path on sys_group (path varchar_pattern_ops);
      create table sys_user_group (
        user_id varchar(32) not null references sys_user,
        group_id varchar(32) not null references sys_group,
        is_main boolean not null default false,
        position varchar(60),
        sort integer not null default 0,
        primary key (user_id, group_id)
      );
      create unique index sys_user_group_main on sys_user_group (user_id) where is_main;
      create index sys_user_group_group on sys_user_group (group_id)`)
    await run(sql`
      create table user_delegate (
        id varchar(32) primary key,
        user_id varchar(32) not null references sys_user,
        delegate_id varchar(32) not null references sys_user,
        start_time timestamptz not null,
        end_time timestamptz not null,
        business_types text[] not null default '{}',
        enable boolean not null default true,
        ${common},
        check (delegate_id <> user_id),
        check (end_time > start_time)
      );
      create index user_delegate_user on user_delegate (user_id);
      create function refuse_overlapping_delegate() returns trigger language plpgsql as $body$
      begin
        -- Two at once wait here for each other: the person's row is the lock.
        perform from sys_user where id = new.user_id for no key update;
        if new.enable and new.del_flag = 0 and exists (
          select from user_delegate other
          where other.user_id = new.user_id and other.id <> new.id and other.enable and other.del_flag = 0
            and other.start_time < new.end_time and new.start_time < other.end_time
            and (other.business_types = '{}' or new.business_types = '{}' or other.business_types && new.business_types)
        ) then
          raise exception using errcode = '23P01', constraint = 'user_delegate_overlap', message = 'a delegation of this person overlaps';
        end if;
        return new;
      end $body$;
      create trigger user_delegate_overlap before insert or update on user_delegate for each row execute function refuse_overlapping_delegate()`)
    // Signing in only changes last_login, which is not cached, so it does not increase the version.
    await run(sql`
      create trigger bump_version after insert or delete or update of
        user_name, name, enable, admin, locale, leaving_date, position, avatar, phone, email, job_number, nickname, session_epoch, idp_subject, del_flag
        on sys_user for each statement execute function bump_version('directory');
      create trigger bump_version after insert or update or delete on sys_group for each statement execute function bump_version('directory');
      create trigger bump_version after insert or update or delete on sys_user_group for each statement execute function bump_version('directory');
      create trigger bump_version after insert or update or delete on user_delegate for each statement execute function bump_version('directory')`)
  },
}
