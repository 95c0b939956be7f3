import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'

/** Allows a company its own version of a flow; a later shipped version waits for a decision. */
export const flowVersionMigration: Migration = {
  name: '118-flow-versions',
  up: async (run) => {
    await run(sql`
      alter table definition_current
        -- a person, or 'product' where what is shipped is in force
        add column by text not null default 'product',
        add column at timestamptz not null default now(),
        -- the shipped version that a company's own was last compared with
        add column base text,
        add check ((by = 'product') = (base is null)),
        add foreign key (kind, key, base) references definition;

      -- what the product ships now, in force or not
      create table definition_shipped (
        kind text not null,
        key text not null,
        hash text not null,
        at timestamptz not null default now(),
        primary key (kind, key),
        foreign key (kind, key, hash) references definition
      );

      create table definition_decision (
        id bigint generated always as identity primary key,
        kind text not null,
        key text not null,
        choice text not null check (choice in ('publish', 'adopt', 'keep', 'merge')),
        before text not null,
        after text not null,
        shipped text not null,
        by text not null,
        at timestamptz not null,
        foreign key (kind, key, before) references definition,
        foreign key (kind, key, after) references definition,
        foreign key (kind, key, shipped) references definition
      );
      create index definition_decision_of_key on definition_decision (kind, key, id desc);
    `)
    await appendOnly(run, 'definition_decision')
  },
}
