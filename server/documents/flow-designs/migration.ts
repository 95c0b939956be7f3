import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'

/** Drafts of flows, scenarios, and a hash-chained history of publications in place of the list of decisions. */
export const flowDesignMigration: Migration = {
  name: '128-flow-designs',
  up: async (run) => {
    await run(sql`
      -- hash of the canonical body; null until start-up has filled it in for versions from before
      alter table definition add column content text;
      create index definition_content on definition (kind, key, content);
      create or replace function keep_definition() returns trigger language plpgsql as $$
        begin
          if tg_op = 'UPDATE' and to_jsonb(new) - 'state' - 'content' = to_jsonb(old) - 'state' - 'content'
            and (old.content is null or old.content = new.content) then
            return new;
          end if;
          raise exception using errcode = '42501', message = 'a version of a definition neither changes nor goes';
        end $$;

      -- stopped: nothing new is filed with any version
      alter table definition_current add column stopped_at timestamptz;

      create table flow_draft (
        id text primary key,
        key text not null,
        name text not null check (name <> ''),
        -- the version that it began from
        base text not null,
        kind text not null default 'flow' check (kind = 'flow'),
        revision int not null check (revision > 0),
        created_by text not null,
        created_at timestamptz not null,
        changed_by text not null,
        changed_at timestamptz not null,
        -- published or discarded
        ended_at timestamptz,
        foreign key (kind, key, base) references definition
      );
      create index flow_draft_key on flow_draft (key) where ended_at is null;

      -- every save: an editor who began from an earlier one is compared three ways
      create table flow_draft_revision (
        draft text not null references flow_draft,
        revision int not null,
        body jsonb not null,
        content text not null,
        by text not null,
        at timestamptz not null,
        primary key (draft, revision)
      );

      create table flow_draft_comment (
        id text primary key,
        draft text not null references flow_draft,
        node text,
        text text not null check (text <> ''),
        by text not null,
        at timestamptz not null
      );
      create index flow_draft_comment_draft on flow_draft_comment (draft, id);

      create table flow_scenario (
        id text primary key,
        key text not null,
        name text not null check (name <> ''),
        person text not null,
        value jsonb not null,
        expected jsonb not null,
        changed_by text not null,
        changed_at timestamptz not null,
        removed_at timestamptz
      );
      create index flow_scenario_key on flow_scenario (key) where removed_at is null;

      create table flow_publication (
        kind text not null default 'flow' check (kind = 'flow'),
        key text not null,
        seq int not null check (seq > 0),
        choice text not null check (choice in ('publish', 'adopt', 'keep', 'merge', 'stop', 'rollback')),
        before text not null,
        after text not null,
        shipped text not null,
        reason text not null,
        by text not null,
        at timestamptz not null,
        -- SHA-256 over the chain of the entry before and this entry
        chain text not null,
        primary key (key, seq),
        foreign key (kind, key, before) references definition,
        foreign key (kind, key, after) references definition
      );
      do $$
        declare old record; last_key text := ''; number int; link text; instant text;
        begin
          for old in select * from definition_decision where kind = 'flow' order by key, id loop
            if old.key <> last_key then last_key := old.key; number := 0; link := ''; end if;
            number := number + 1;
            instant := to_char(old.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
            link := encode(sha256(convert_to(concat_ws(chr(10), link, old.key, number, old.choice, old.before, old.after, old.shipped, old.by,
              instant, ''), 'UTF8')), 'hex');
            insert into flow_publication (key, seq, choice, before, after, shipped, reason, by, at, chain)
              values (old.key, number, old.choice, old.before, old.after, old.shipped, '', old.by, date_trunc('milliseconds', old.at), link);
          end loop;
        end $$;
      drop table definition_decision;
    `)
    for (const table of ['flow_publication', 'flow_draft_revision', 'flow_draft_comment']) await appendOnly(run, table)
    // roles that administer workflows keep the right to change and publish flows
    await run(sql`
      insert into sys_role_permission (role_id, permission)
      select held.role_id, wanted.permission from sys_role_permission held,
        unnest(array['workflow:approval:edit', 'workflow:approval:publish']) wanted (permission)
      where held.permission = 'workflow:instance:admin'
      union select id, wanted.permission from sys_role, unnest(array['workflow:approval:edit', 'workflow:approval:publish']) wanted (permission)
      where perm_chars = 'workflowAdmin' and del_flag = 0
      on conflict do nothing`)
  },
}

/** Number of the last change of a scenario; a save that names an earlier one is refused. */
export const scenarioRevisionMigration: Migration = {
  name: '132-scenario-revisions',
  up: async (run) => {
    await run(sql`alter table flow_scenario add column revision int not null default 1 check (revision > 0)`)
  },
}
