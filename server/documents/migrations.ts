import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'
import { monthTotalsMigration, removedViewMigration, savedViewMigration, stateTotalsMigration,
  totalsMigration } from './lists/migrations/list-migrations.ts'
import { dueReminderMigration, heldForMigration } from './store/task-migrations.ts'
import { endedAtMigration, fillFactorMigration, markMigration, numberMigration, roleMigration } from './store/store-migrations.ts'
import { definitionMigration } from './definitions/definition-migration.ts'
import { flowDesignMigration, scenarioRevisionMigration } from './flow-designs/migration.ts'
import { approvalSettingMigration } from './approval-settings/migration.ts'
import { whatIfLifeMigration, whatIfMigration } from './flow-designs/what-if.ts'
import { columnMigration } from './lists/migrations/column.ts'
import { flowVersionMigration } from './flow-versions/migration.ts'
import { borneTotalsMigration } from './lists/migrations/borne-totals.ts'
import { subjectMigration, subjectPinyinMigration, subjectRefillMigration } from './store/subject-migration.ts'
import { uniqueMigration } from './unique/unique-migration.ts'

/** Documents: values, history and the projections that lists read. */
export const documentMigrations: readonly Migration[] = [
  {
    name: '100-documents',
    up: async (run) => {
      await run(sql`
        create table flow (
          hash text primary key,
          type text not null,
          version int not null,
          definition jsonb not null,
          created_at timestamptz not null default now(),
          unique (type, version)
        );

        create table number_sequence (
          prefix text not null,
          day date not null,
          last int not null check (last > 0),
          primary key (prefix, day)
        );

        create table document (
          id text primary key,
          number text not null unique,
          type text not null,
          flow text not null references flow,
          title text not null,
          title_en text not null,
          state text not null check (state in ('inApproval', 'completed', 'refused', 'revoked', 'voided')),
          round int not null check (round > 0),
          revision int not null check (revision > 0),
          value jsonb not null,
          process jsonb not null,
          amount numeric(18,2),
          starter text not null,
          applicant text not null,
          department text not null,
          current_nodes jsonb not null,
          started_at timestamptz not null,
          ended_at timestamptz,
          updated_at timestamptz not null,
          -- whoever waits for an approval has a node to wait at
          check (state = 'inApproval' or jsonb_array_length(current_nodes) = 0),
          check ((state = 'inApproval') = (ended_at is null))
        );
        create index document_starter on document (starter, started_at desc);
        create index document_department on document (department, started_at desc);
        create index document_started on document (started_at desc);
        create index document_type on document (type, started_at desc);

        create table document_event (
          document text not null references document,
          seq int not null check (seq > 0),
          round int not null,
          type text not null,
          by text not null,
          at timestamptz not null,
          payload jsonb not null,
          hash text not null,
          primary key (document, seq)
        );

        create table task (
          id text primary key,
          document text not null references document,
          node text not null,
          node_cn text not null,
          node_en text not null,
          round int not null,
          assignee text not null,
          state text not null check (state in ('waiting', 'running', 'suspended', 'done', 'cancelled')),
          result text,
          origin text not null,
          arrived_at timestamptz,
          finished_at timestamptz,
          read boolean not null default false
        );
        create index task_document on task (document);
        create index task_todo on task (assignee, arrived_at) where state = 'running';
        create index task_handled on task (assignee, finished_at desc) where state = 'done';

        create table cc (
          document text not null references document,
          person text not null,
          node text,
          source text not null check (source in ('auto', 'manual')),
          added_at timestamptz not null,
          read_at timestamptz,
          primary key (document, person)
        );
        create index cc_person on cc (person, added_at desc);

        create table document_link (
          owner text not null references document,
          target text not null references document,
          field text not null,
          binds boolean not null,
          primary key (owner, target, field),
          check (owner <> target)
        );
        create index document_link_target on document_link (target) where binds;
      `)
      await appendOnly(run, 'document_event')
    },
  },
  {
    name: '101-history-end',
    up: async (run) => {
      await run(sql`
        -- on the locked row itself: whoever waited for the lock would read it from document_event as it was before the wait
        alter table document add column history_seq int not null default 0, add column history_hash text not null default '';
        update document set history_seq = last.seq, history_hash = last.hash
          from (select distinct on (document) document, seq, hash from document_event order by document, seq desc) last where last.document = document.id;
        alter table document alter column history_seq drop default, alter column history_hash drop default, add check (history_seq > 0);
      `)
    },
  },
  {
    name: '102-due-and-urged',
    up: async (run) => {
      await run(sql`
        alter table task add column due_at timestamptz;
        alter table document add column urged int not null default 0 check (urged >= 0);
        -- the tasks that the reminders of a day look for; and what is open and overdue of a person, read from the index alone
        create index task_due on task (due_at) where state = 'running' and due_at is not null;
        drop index task_todo;
        create index task_todo on task (assignee, arrived_at) include (due_at) where state = 'running';
      `)
    },
  },
  {
    name: '103-overdue-told',
    up: async (run) => {
      await run(sql`
        -- the last day (1, 3, 7) of being overdue of which its holder was told
        alter table task add column overdue_told int not null default 0;
        drop index task_due;
        create index task_due on task (due_at) where state = 'running' and due_at is not null and overdue_told < 7;
      `)
    },
  },
  {
    name: '104-lists',
    up: async (run) => {
      await run(sql`
        -- what a list is narrowed to and remarks; read from the value, so that it can never say something else
        alter table document add column over_budget boolean generated always as (coalesce(value -> 'overBudget' = 'true', false)) stored;

        -- the conditions of the scope lie in the index, so that no row outside of it is read; totals and sums are read from it alone
        drop index document_started, document_department, document_starter, task_handled;
        create index document_started on document (started_at, type, department) include (amount);
        create index document_department on document (department, type, started_at) include (amount);
        create index document_starter on document (starter, started_at) include (amount);
        create index document_amount on document (id) include (amount);
        create index task_handled on task (assignee, finished_at) include (document) where state = 'done';

        -- the numbers in the menu
        create index document_open on document (starter) where state = 'inApproval';
        create index cc_unread on cc (person) where read_at is null;
      `)
    },
  },
  {
    name: '105-former-holders',
    up: async (run) => {
      await run(sql`
        -- whoever handed a task on, was stood in for, or had it taken still reads what became of it
        alter table task add column owner text;
        update task set owner = held.task ->> 'owner'
          from (select jsonb_path_query(process, '$.runs[*].tasks[*] ? (exists (@.owner))') as task from document) held where task.id = held.task ->> 'id';
        create index task_owner on task (owner, document) where owner is not null;
        create index document_event_from on document_event ((payload ->> 'from')) include (document) where type = 'transferred';
      `)
    },
  },
  {
    name: '106-scope',
    up: async (run) => {
      await run(sql`
        -- whoever was mentioned in a comment reads the document
        create index document_event_mentioned on document_event using gin ((payload -> 'mentioned')) where type = 'commented';
        -- the departments that bear it, of its header and its rows; read from the value, so that it can never say something else
        alter table document add column bearing jsonb not null generated always as (jsonb_path_query_array(value, '$.**.bearingDept')) stored;
        create index document_bearing on document using gin (bearing);
      `)
    },
  },
  {
    name: '107-search',
    up: async (run) => {
      await run(sql`
        -- how a title is typed without an input method; written with it
        alter table document add column pinyin text not null default '';
      `)
    },
  },
  {
    name: '108-claims',
    up: async (run) => {
      await run(sql`
        -- whether a link uses up (a part of) what it leads to, and how much of it
        alter table document_link add column claims boolean not null default false, add column claimed numeric(18, 2), add check (claims or claimed is null);
        -- what documents that link to it may claim of it
        alter table document add column claimable numeric(18, 2);
        update document set claimable = amount;
      `)
    },
  },
  numberMigration,
  endedAtMigration,
  columnMigration,
  roleMigration,
  definitionMigration,
  subjectMigration,
  uniqueMigration,
  savedViewMigration,
  totalsMigration,
  flowVersionMigration,
  monthTotalsMigration,
  markMigration,
  borneTotalsMigration,
  subjectRefillMigration,
  stateTotalsMigration,
  subjectPinyinMigration,
  removedViewMigration,
  fillFactorMigration,
  flowDesignMigration,
  whatIfMigration,
  whatIfLifeMigration,
  approvalSettingMigration,
  scenarioRevisionMigration,
  heldForMigration,
  dueReminderMigration,
]
