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

/** A mailbox that is read, and its mails by the ids of its server, so that each is taken once. */
export const mailboxes: Migration = {
  name: '018-invoice-mailbox',
  async up(run) {
    await run(sql`
      create table invoice_mailbox (
        mailbox text primary key,
        read_until timestamptz not null,
        failures integer not null,
        retry_at timestamptz not null
      );
      create table mailbox_mail (
        mailbox text not null,
        uid_validity text not null,
        uid text not null,
        attempts integer not null,
        outcome text,
        at timestamptz not null,
        primary key (mailbox, uid_validity, uid)
      )`)
  },
}
