import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Processed mails, for idempotency. */
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

/** Mailboxes with their leases, and their mails by uid, so that each mail is processed once. */
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

/** Log entry of a run requested by an administrator; the job runs it asynchronously. */
export const askedReadings: Migration = {
  name: '019-asked-readings',
  async up(run) {
    await run(sql`alter table invoice_mailbox add column asked_run text`)
  },
}
