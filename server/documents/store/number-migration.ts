import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Reserved document numbers. */
export const numberMigration: Migration = {
  name: '109-numbers',
  up: async (run) => {
    await run(sql`
      -- numbers of a day that are set aside and not given out yet: whoever files takes one that nobody else is taking
      create table number_free (
        prefix text not null,
        day date not null,
        number int not null check (number > 0),
        primary key (prefix, day, number)
      );
      alter table number_sequence drop constraint number_sequence_last_check, add check (last >= 0);
    `)
  },
}
