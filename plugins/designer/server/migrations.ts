import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'
import { registerDesigns } from './registers/migrations.ts'

/** Designs with their drafts, the versions that were published, and a hash-chained history of publications. */
const designs: Migration = {
  name: '001-form-designs',
  async up(run) {
    await run(sql`
      create table form_design (
        id text primary key,
        url_page text not null,
        prefix text not null,
        group_id text not null,
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
      create unique index form_design_page on form_design (url_page) where removed_at is null;
      create unique index form_design_prefix on form_design (prefix) where removed_at is null;

      create table form_design_version (
        design text not null references form_design,
        version int not null check (version > 0),
        content json not null,
        hash text not null,
        by text not null,
        at timestamptz not null,
        primary key (design, version)
      );

      create table form_design_publication (
        design text not null references form_design,
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
        foreign key (design, version) references form_design_version
      )`)
    // browsers read the menu again, and with it the forms that they may open
    await run(
      sql`create trigger bump_version after insert on form_design_publication for each statement execute function bump_version('menu')`,
    )
    for (const table of ['form_design_version', 'form_design_publication']) await appendOnly(run, table)
    // roles that publish flows design forms
    await run(sql`
      insert into sys_role_permission (role_id, permission)
      select held.role_id, wanted.permission from sys_role_permission held,
        unnest(array['workflow:dynamicForm:view', 'workflow:dynamicForm:edit', 'workflow:dynamicForm:publish']) wanted (permission)
      where held.permission = 'workflow:approval:publish'
      on conflict do nothing`)
  },
}

/** A design may also be a company's additions to a form of the product, which its page names; a form has them once. */
const overlays: Migration = {
  name: '003-overlays',
  up: async (run) => {
    await run(sql`
      alter table form_design add column kind text not null default 'form' check (kind in ('form', 'overlay'));
      alter table form_design alter column kind drop default;
      drop index form_design_page;
      create unique index form_design_page on form_design (kind, url_page) where removed_at is null`)
  },
}

/** One key, made with the first file that is signed. */
const transfer: Migration = {
  name: '004-transfer-key',
  up: async (run) =>
    void (await run(sql`create table form_transfer_key (id int primary key check (id = 1), key text not null,
    secret text not null)`)),
}

/** Rights that come with a publication since: on its statistics, and for the second person of interventions. */
const rightsOfPublished: Migration = {
  name: '005-rights-of-published-forms',
  up: async (run) =>
    void (await run(sql`
      insert into sys_role_permission (role_id, permission)
      select held.role_id, case held.permission when 'workflow:intervention:confirm' then 'form:' else 'stat:' end
        || 'dynamicForm:' || design.url_page || case held.permission when 'stat:billData:export' then ':export' else ':view' end
      from form_design design, sys_role_permission held
      where design.kind = 'form' and design.version is not null and design.removed_at is null
        and held.permission in ('workflow:intervention:confirm', 'stat:billData:view', 'stat:billData:export')
      on conflict do nothing`)),
}

/**
 * The last publication that a process was composed with, and what was in force by it: a publication that no process can be composed with
 * is taken back to it, and the history says so.
 */
const provedPublications: Migration = {
  name: '006-proved-publications',
  up: async (run) => {
    for (const table of ['form_design', 'register_design']) {
      const [design, history, check] = [sql.table(table), sql.table(`${table}_publication`), sql.ref(`${table}_publication_action_check`)]
      await run(sql`
        alter table ${design} add column proved int not null default 0, add column proved_state text not null default 'draft'
          check (proved_state in ('draft', 'published', 'stopped')), add column proved_version int;
        update ${design} set proved_state = state, proved_version = version,
          proved = coalesce((select max(seq) from ${history} where design = ${design}.id), 0);
        alter table ${history} drop constraint ${check}, add constraint ${check}
          check (action in ('publish', 'stop', 'rollback', 'failed'))`)
    }
  },
}

export const migrations: readonly Migration[] = [designs, registerDesigns, overlays, transfer, rightsOfPublished, provedPublications]
