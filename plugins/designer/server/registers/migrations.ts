import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'

/**
 * Registers with their drafts, versions and hash-chained publications, as forms have them, and the history of their records. A table of
 * their own for each register is made when it is published.
 */
export const registerDesigns: Migration = {
  name: '002-register-designs',
  async up(run) {
    await run(sql`
      create table register_design (
        id text primary key,
        page text not null,
        name_cn text not null,
        name_en text not null,
        state text not null check (state in ('draft', 'published', 'stopped')),
        version int check (version > 0),
        -- json, not jsonb: the order of its fields is content
        content json not null,
        hash text not null,
        revision int not null check (revision > 0),
        saved_by text not null,
        saved_at timestamptz not null,
        removed_at timestamptz,
        check ((state = 'draft') = (version is null))
      );
      create unique index register_design_page on register_design (page) where removed_at is null;

      create table register_design_version (
        design text not null references register_design,
        version int not null check (version > 0),
        content json not null,
        hash text not null,
        by text not null,
        at timestamptz not null,
        primary key (design, version)
      );

      create table register_design_publication (
        design text not null references register_design,
        seq int not null check (seq > 0),
        action text not null check (action in ('publish', 'stop', 'rollback')),
        version int not null,
        content_hash text not null,
        reason text not null,
        by text not null,
        at timestamptz not null,
        -- SHA-256 over the chain of the entry before and this entry
        chain text not null,
        primary key (design, seq),
        foreign key (design, version) references register_design_version
      );

      create table register_record_change (
        id bigint generated always as identity primary key,
        register text not null,
        record text not null,
        action text not null check (action in ('added', 'edited', 'deleted', 'converted')),
        design_version int check ((action = 'converted') = (design_version is not null)),
        by text not null,
        at timestamptz not null,
        before json not null,
        after json not null
      );
      create index register_record_change_record on register_record_change (register, record, id)`)
    // browsers read the menu again, and with it the registers
    await run(
      sql`create trigger bump_version after insert on register_design_publication for each statement execute function bump_version('menu')`,
    )
    for (const table of ['register_design_version', 'register_design_publication', 'register_record_change']) await appendOnly(run, table)
  },
}
