import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Sign-ins whose password is being compared: they count against the account's limit until their outcome is known. */
export const signInAttempts: Migration = {
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
