import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Tables of the embedded identity provider, and the counters against guessing. */
export const signIn: Migration = {
  name: '005-sign-in',
  async up(run) {
    // One row per purpose: of two instances that start at the same time, the second one uses the first one's keys.
    await run(sql`
      create table idp_key (
        id varchar(32) primary key,
        purpose varchar(20) not null unique check (purpose in ('signing', 'cookies')),
        secret jsonb not null,
        create_time timestamptz not null default now()
      );
      create table idp_record (
        model varchar(60) not null,
        id varchar(200) not null,
        payload jsonb not null,
        grant_id varchar(200),
        account_id varchar(32),
        uid varchar(200),
        expires_at timestamptz,
        consumed_at timestamptz,
        primary key (model, id)
      );
      create index idp_record_grant on idp_record (grant_id) where grant_id is not null;
      create index idp_record_account on idp_record (account_id) where account_id is not null;
      create index idp_record_uid on idp_record (uid) where uid is not null;
      create index idp_record_expiry on idp_record (expires_at)`)
    await run(sql`
      create table sign_in_failure (
        kind varchar(10) not null check (kind in ('account', 'address')),
        subject varchar(100) not null,
        failures integer not null check (failures >= 0),
        last_time timestamptz not null,
        locked_until timestamptz,
        primary key (kind, subject)
      );
      create index sign_in_failure_last_time on sign_in_failure (last_time);
      create table sign_in_captcha (
        id varchar(36) primary key,
        answer varchar(10) not null,
        expires_at timestamptz not null
      );
      create index sign_in_captcha_expiry on sign_in_captcha (expires_at)`)
  },
}
