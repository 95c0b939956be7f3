import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Mails that were taken, so that one that comes again does nothing. */
export const mails: Migration = {
  name: '015-received-mails',
  async up(run) {
    await run(sql`
      create table received_mail (
        -- the Message-ID, or the hash of a mail without one
        id text primary key,
        person text not null,
        taken integer not null,
        received_at timestamptz not null
      );
      create index received_mail_person on received_mail (person, received_at)`)
  },
}
