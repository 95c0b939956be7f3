import { sql } from 'kysely'
import { appendOnly, type MigrationSet } from '#server/database/migrations.ts'

/** Interventions that wait for a second person, and their outcomes: both append-only. */
export const interventionMigrations: MigrationSet = {
  id: 'interventions',
  migrations: [
    {
      name: '001-interventions',
      up: async (run) => {
        await run(sql`
          create table intervention (
            id bigint generated always as identity primary key,
            document text not null references document,
            action text not null check (action in ('reassign', 'skip', 'jump', 'forceEnd', 'void')),
            -- where the document stood: entries of nodes, none of a completed one; the task with its holder, where it concerns one
            runs text[] not null,
            task text,
            holder text,
            step jsonb not null,
            -- the node of a jump, and the person of a reassignment
            target text,
            target_name jsonb,
            assignee text,
            reason text not null check (reason <> ''),
            proposer text not null,
            -- the proposer, initiator, applicant and payees: they may not confirm it
            excluded text[] not null,
            at timestamptz not null,
            expires_at timestamptz not null check (expires_at > at)
          );
          create index intervention_document on intervention (document);
          create index intervention_proposer on intervention (proposer, id desc);

          create table intervention_outcome (
            -- one outcome each, whoever comes first
            intervention bigint primary key references intervention,
            outcome text not null check (outcome in ('confirmed', 'declined', 'withdrawn', 'lapsed', 'expired')),
            -- null: the product
            person text,
            reason text,
            at timestamptz not null,
            check (outcome not in ('confirmed', 'declined', 'withdrawn') or person is not null),
            check (outcome <> 'declined' or reason is not null)
          );`)
        await appendOnly(run, 'intervention')
        await appendOnly(run, 'intervention_outcome')
        // roles that administer workflows may confirm proposals, and get the list in their menu
        await run(sql`
          insert into sys_role_permission (role_id, permission)
          select role_id, 'workflow:intervention:confirm' from sys_role_permission where permission = 'workflow:instance:admin'
          union select id, 'workflow:intervention:confirm' from sys_role where perm_chars = 'workflowAdmin' and del_flag = 0
          on conflict do nothing`)
      },
    },
    {
      name: '002-moves',
      up: async (run) => {
        await run(sql`
          alter table intervention drop constraint intervention_action_check,
            add check (action in ('reassign', 'skip', 'jump', 'forceEnd', 'void', 'move'))`)
      },
    },
  ],
}
