import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Adds subjects of documents. */
export const subjectMigration: Migration = {
  name: '114-subjects',
  up: async (run) => {
    await run(sql`
      -- by the form in force, written with the value; stored documents are filled in by a job
      alter table document add column subject text not null default '', add column subject_en text not null default '';

      -- of which declaration the subjects of a type are, and after which document they are still to be filled in; null: all are
      create table document_subject (
        type text primary key,
        declared jsonb not null,
        filled_to text
      );
    `)
  },
}

/** Schedules subjects with several parts from one table to be computed again: the number of rows is only given once. */
export const subjectRefillMigration: Migration = {
  name: '122-subject-rows',
  up: async (run) => {
    await run(sql`
      update document_subject set filled_to = '' where exists (
        select from jsonb_array_elements(declared) part where jsonb_typeof(part) = 'string' and part #>> '{}' like '%.%'
        group by split_part(part #>> '{}', '.', 1) having count(*) > 1);
    `)
  },
}

/** Adds pinyin and initials of subjects for the search; a job fills in stored documents. */
export const subjectPinyinMigration: Migration = {
  name: '125-subject-pinyin',
  up: async (run) => {
    await run(sql`
      alter table document add column subject_pinyin text not null default '';
      update document_subject set filled_to = '';
    `)
  },
}
