import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Subjects of documents, beside their titles. */
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
