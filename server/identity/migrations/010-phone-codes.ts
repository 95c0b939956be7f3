import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Codes sent to telephones within the last day; at most one per person is valid. */
export const phoneCodes: Migration = {
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
