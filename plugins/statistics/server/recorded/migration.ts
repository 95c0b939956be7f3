import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * Documents to which something happened since their facts were recorded: a trigger notes each action, in its transaction. Without a key but
 * its number, so that an action waits for no other.
 */
export const changedDocuments: Migration = {
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
