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

/**
 * Leaves room on the pages of documents for the next version of a row. Actions change no indexed column while the document is in
 * approval, so the new version fits the same page without index writes (HOT).
 */
export const fillFactorMigration: Migration = {
  name: '127-fill-factor',
  up: async (run) => {
    await run(sql`alter table document set (fillfactor = 75)`)
  },
}

/** Adds the marks of documents. */
export const markMigration: Migration = {
  name: '120-marks',
  up: async (run) => {
    await run(sql`
      -- the one mark that there was has been a column of its own
      alter table document add column marks text[] not null default '{}';
      update document set marks = '{overBudget}' where over_budget;
      alter table document drop column over_budget;
    `)
  },
}

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

/** Derives columns from the roles of fields instead of their keys. */
export const roleMigration: Migration = {
  name: '112-roles',
  up: async (run) => {
    await run(sql`
      -- which fields say so is declared by their forms, whatever they are called: written with the value, recounted by check:data
      alter table document alter column over_budget drop expression, alter column over_budget set default false;
      update document set over_budget = false where over_budget is null;
      alter table document alter column over_budget set not null;
      alter table document alter column bearing drop expression, alter column bearing set default '[]';
    `)
  },
}
