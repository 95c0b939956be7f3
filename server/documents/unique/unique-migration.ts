import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Values that must be unique among documents. */
export const uniqueMigration: Migration = {
  name: '115-unique-keys',
  up: async (run) => {
    await run(sql`
      create table unique_key (
        document text not null references document,
        -- form and fields, or the name that several forms share
        space text not null,
        key text not null,
        -- first and last day; null is open
        starts date,
        ends date,
        -- by a hash: built-in indexes exclude ranges, not texts
        constraint unique_key_alike exclude using gist (
          int8range(hashtextextended(space || chr(10) || key, 0), hashtextextended(space || chr(10) || key, 0), '[]') with &&,
          daterange(starts, ends, '[]') with &&
        )
      );
      create index unique_key_document on unique_key (document);
    `)
  },
}
