import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Sign-ins that were ended before their access tokens expired: these tokens are refused until then. */
export const endedSignIns: Migration = {
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
