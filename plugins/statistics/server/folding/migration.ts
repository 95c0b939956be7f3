import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * Sums of facts by month, and by day where a chart shows days; what of the facts is not in them yet, and by which groupings they were made.
 */
export const foldMigration: Migration = {
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
    // for readers of some departments, and for people's own
    await run(sql`create index statistics_fact_department on statistics_fact (page, department, day)`)
    await run(sql`create index statistics_fact_person on statistics_fact (page, person, day)`)
  },
}

/** Sums by year beside those by month; the job makes every page anew. */
export const foldYears: Migration = {
  name: '006-statistics-fold-years',
  async up(run) {
    await run(
      sql`alter table statistics_fold drop constraint statistics_fold_span_check, add constraint statistics_fold_span_check check (span in ('day', 'month', 'year'))`,
    )
  },
}

/** Documents of departments are counted from the index alone. */
export const countedDocuments: Migration = {
  name: '008-statistics-counted-documents',
  async up(run) {
    await run(sql`create index statistics_fact_documents on statistics_fact (page, department, day) include (document, sign, at)`)
    await run(sql`drop index statistics_fact_department`)
  },
}

/** Sums are read from the index alone. */
export const coveredFold: Migration = {
  name: '010-statistics-covered-fold',
  async up(run) {
    await run(sql`alter table statistics_fold drop constraint statistics_fold_pkey,
      add primary key (page, grouped_by, measure, span, day, keys, earlier) include (figure)`)
  },
}

/**
 * Facts of documents that stand in several departments on a page, as far as documents are counted by them: departments that are counted
 * together count these documents more than once. A fact stays where it once was among them.
 */
export const spreadFacts: Migration = {
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
