import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Adds the time at which documents reached their state. */
export const endedAtMigration: Migration = {
  name: '110-ended-at',
  up: async (run) => {
    await run(sql`
      -- comments and follow-ups on an ended document had overwritten its end; the event that brought it into its state tells it
      with ending as (
        select distinct on (event.document) event.document, event.payload -> 'at' as at
          from document_event event join document on document.id = event.document
          where event.type = document.state and document.state <> 'inApproval'
          order by event.document, event.seq desc)
      update document set ended_at = (ending.at #>> '{}')::timestamptz, process = jsonb_set(document.process, '{endedAt}', ending.at)
        from ending where ending.document = document.id;
    `)
  },
}
