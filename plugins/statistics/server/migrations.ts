import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'

/** Tables for the fold: sums of facts by month, and by day where needed; facts not yet folded; and the groupings of each page's fold. */
const foldMigration: Migration = {
  name: '003-statistics-fold',
  async up(run) {
    await run(sql`
      create table statistics_fold (
        page text not null,
        -- the dimensions that the keys are values of
        grouped_by text not null,
        keys text[] not null,
        span text not null check (span in ('day', 'month')),
        -- of a month, its first
        day date not null,
        -- of documents: the last day before this day or month on which they stand in the same row
        earlier date not null,
        measure text not null,
        figure numeric not null,
        primary key (page, grouped_by, measure, span, day, keys, earlier)
      )`)
    await run(sql`
      create table statistics_unfolded (
        page varchar(40) not null,
        document varchar(32) not null,
        fact bigint not null,
        day date not null,
        at timestamptz not null,
        primary key (document, fact)
      )`)
    await run(sql`create index statistics_unfolded_due on statistics_unfolded (page, day, at, document)`)
    await run(sql`create table statistics_folding (page text primary key, groupings text not null, is_due boolean not null)`)
    await run(sql`
      create function note_unfolded() returns trigger language plpgsql as $body$
      begin
        insert into statistics_unfolded (page, document, fact, day, at) select page, document, id, day, at from added;
        return null;
      end $body$`)
    await run(
      sql`create trigger note_unfolded after insert on statistics_fact referencing new table as added for each statement execute function note_unfolded()`,
    )
    // for readers with a department scope, and for their own facts
    await run(sql`create index statistics_fact_department on statistics_fact (page, department, day)`)
    await run(sql`create index statistics_fact_person on statistics_fact (page, person, day)`)
  },
}

/** Adds yearly sums to the fold; the job rebuilds every page. */
const foldYears: Migration = {
  name: '006-statistics-fold-years',
  async up(run) {
    await run(
      sql`alter table statistics_fold drop constraint statistics_fold_span_check, add constraint statistics_fold_span_check check (span in ('day', 'month', 'year'))`,
    )
  },
}

/** Index-only counting of documents by department. */
const countedDocuments: Migration = {
  name: '008-statistics-counted-documents',
  async up(run) {
    await run(sql`create index statistics_fact_documents on statistics_fact (page, department, day) include (document, sign, at)`)
    await run(sql`drop index statistics_fact_department`)
  },
}

/** Covering index: sums are read by index-only scans. */
const coveredFold: Migration = {
  name: '010-statistics-covered-fold',
  async up(run) {
    await run(sql`alter table statistics_fold drop constraint statistics_fold_pkey,
      add primary key (page, grouped_by, measure, span, day, keys, earlier) include (figure)`)
  },
}

/**
 * Copies of the facts of documents in several departments of a page, used to correct document counts over combined departments. A copy is
 * never removed, even once the document is in a single department.
 */
const spreadFacts: Migration = {
  name: '013-statistics-spread-facts',
  async up(run) {
    await run(sql`
      create table statistics_spread_fact (
        fact bigint primary key,
        page varchar(40) not null,
        document varchar(32) not null,
        day date not null,
        department varchar(32) not null,
        person varchar(32) not null,
        dimensions jsonb not null,
        sign smallint not null,
        at timestamptz not null
      )`)
    await run(sql`
      insert into statistics_spread_fact (fact, page, document, day, department, person, dimensions, sign, at)
      select id, page, document, day, department, person, dimensions, sign, at from statistics_fact
      where (page, document) in (select page, document from statistics_fact group by page, document having min(department) <> max(department))`)
    await run(sql`create index statistics_spread_fact_document on statistics_spread_fact (document)`)
    await run(
      sql`create index statistics_spread_fact_days on statistics_spread_fact (page, day) include (document, department, person, sign, at)`,
    )
    await run(sql`
      create or replace function note_unfolded() returns trigger language plpgsql as $body$
      begin
        insert into statistics_unfolded (page, document, fact, day, at) select page, document, id, day, at from added;
        -- facts are found by the document, however many are added
        insert into statistics_spread_fact (fact, page, document, day, department, person, dimensions, sign, at)
        select id, page, document, day, department, person, dimensions, sign, at from (
          select fact.*, min(fact.department) over of_document <> max(fact.department) over of_document as is_spread
          from (select distinct page, document from added) changed
          cross join lateral (select * from statistics_fact where statistics_fact.document = changed.document offset 0) fact
          where fact.page = changed.page window of_document as (partition by fact.page, fact.document)) said
        where is_spread on conflict do nothing;
        return null;
      end $body$`)
  },
}

/**
 * Documents with actions since their facts were last recorded: a trigger inserts a row per action in its transaction. Only a serial key, so
 * that concurrent actions do not block each other.
 */
const changedDocuments: Migration = {
  name: '016-statistics-changed-documents',
  async up(run) {
    await run(sql`
      create table statistics_changed (
        id bigint generated always as identity primary key,
        document text not null,
        at timestamptz not null
      )`)
    await run(sql`create index statistics_changed_document on statistics_changed (document)`)
    await run(sql`
      create function note_changed_document() returns trigger language plpgsql as $body$
      begin
        insert into statistics_changed (document, at) select document, max(at) from added group by document;
        return null;
      end $body$`)
    await run(
      sql`create trigger note_changed_document after insert on document_event referencing new table as added for each statement execute function note_changed_document()`,
    )
  },
}

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

/** Time of a request to send a report at once, outside its schedule. */
const askedReports: Migration = {
  name: '012-statistics-asked-reports',
  async up(run) {
    await run(sql`alter table statistics_report add column asked_at timestamptz`)
  },
}

/** Time when a report was last delivered; `sent_for` is also set if it had no recipients. */
const sentReports: Migration = {
  name: '015-statistics-sent-reports',
  async up(run) {
    await run(sql`alter table statistics_report add column sent_at timestamptz`)
  },
}

/** The page of a form that a company designs has its key, which may be longer than those of the product. */
const longerPages: Migration = {
  name: '017-statistics-longer-pages',
  async up(run) {
    await run(sql`alter table statistics_fact alter column page type varchar(80)`)
    await run(sql`alter table statistics_unfolded alter column page type varchar(80)`)
    await run(sql`alter table statistics_spread_fact alter column page type varchar(80)`)
  },
}

/** Records of other modules that count like documents. */
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

/** The declaration by which all documents of each page were counted, and the progress of a running recount. */
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

/** Schedules an immediate recount of all documents after a change of the declarations, instead of the next nightly run. */
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
  recount('011-statistics-recount-claims'), askedReports, spreadFacts, declarations, sentReports, changedDocuments, longerPages]
