import { sql } from 'kysely'
import { appendOnly } from '#server/database/append-only.ts'
import type { Migration } from '#server/database/migrations.ts'
import { changedDocuments } from './recorded/migration.ts'
import { countedDocuments, coveredFold, foldMigration, foldYears, spreadFacts } from './folding/migration.ts'

const facts: Migration = {
  name: '001-statistics-facts',
  async up(run) {
    await run(sql`
      create table statistics_fact (
        id bigint generated always as identity primary key,
        page varchar(40) not null,
        document varchar(32) not null,
        line varchar(80) not null,
        day date not null,
        department varchar(32) not null,
        person varchar(32) not null,
        dimensions jsonb not null,
        measures jsonb not null,
        sign smallint not null check (sign in (1, -1)),
        at timestamptz not null
      )`)
    await run(sql`create index statistics_fact_page on statistics_fact (page, day)`)
    await run(sql`create index statistics_fact_document on statistics_fact (document)`)
    await appendOnly(run, 'statistics_fact')
  },
}

const reports: Migration = {
  name: '002-statistics-reports',
  async up(run) {
    await run(sql`
      create table statistics_report (
        id varchar(32) primary key,
        owner varchar(32) not null,
        view text not null references saved_view on delete cascade,
        frequency varchar(10) not null check (frequency in ('daily', 'weekly', 'monthly')),
        people text[] not null,
        -- the last day for which it went out
        sent_for date,
        created_at timestamptz not null
      );
      create index statistics_report_owner on statistics_report (owner);
      create index statistics_report_view on statistics_report (view)`)
  },
}

/** A report that somebody asked for now, beside the days on which it is due. */
const askedReports: Migration = {
  name: '012-statistics-asked-reports',
  async up(run) {
    await run(sql`alter table statistics_report add column asked_at timestamptz`)
  },
}

/** When a report went out: the day that it is due is noted for one that nobody got, too. */
const sentReports: Migration = {
  name: '015-statistics-sent-reports',
  async up(run) {
    await run(sql`alter table statistics_report add column sent_at timestamptz`)
  },
}

/** Records of other modules that count beside documents. */
const entries: Migration = {
  name: '004-statistics-entries',
  async up(run) {
    await run(sql`
      create table statistics_entry (
        id varchar(32) primary key,
        number varchar(40) not null,
        title varchar(200) not null,
        path varchar(200) not null,
        day date not null,
        department varchar(32) not null,
        person varchar(32) not null
      )`)
  },
}

/** The declaration of each page by which all documents were counted, and the progress of a count that runs. */
const declarations: Migration = {
  name: '014-statistics-declarations',
  async up(run) {
    await run(sql`
      create table statistics_counted (page text primary key, sources text not null);
      create table statistics_recount (
        sources text not null,
        begun_at timestamptz not null,
        -- the id of the last document that was counted
        last varchar(32) not null,
        counted int not null,
        total int not null,
        is_only boolean not null default true primary key check (is_only)
      )`)
  },
}

/** Pages count more than they did: every document is counted anew at once instead of with the next night. */
const recount = (name: string): Migration => ({
  name,
  async up(run) {
    await run(
      sql`insert into job_run (job, due) select 'statisticsRecount', now() where exists (select from statistics_fact) on conflict do nothing`,
    )
  },
})

export const migrations: readonly Migration[] = [facts, reports, foldMigration, entries, recount('005-statistics-recount'), foldYears,
  recount('007-statistics-recount-places'), countedDocuments, recount('009-statistics-recount-entertainment'), coveredFold,
  recount('011-statistics-recount-claims'), askedReports, spreadFacts, declarations, sentReports, changedDocuments]
