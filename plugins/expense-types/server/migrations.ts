import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const categories: Migration = {
  name: '001-expense-categories',
  async up(run) {
    await run(sql`
      create table expense_category (
        ${recordColumns},
        code varchar(30) not null,
        name_cn varchar(30) not null,
        name_en varchar(30) not null,
        parent varchar(32) references expense_category check (parent <> id),
        sort integer not null default 0,
        sap_subject varchar(20),
        overdue_days integer check (overdue_days >= 0),
        requires_link varchar(60),
        reimburse_kind varchar(10),
        project_required boolean not null default false,
        deductible boolean not null default false,
        department_ids text[] not null default '{}',
        state boolean not null default true
      );
      create unique index expense_category_code on expense_category (code) where del_flag = 0;
      create index expense_category_parent on expense_category (parent)`)
  },
}

export const migrations: readonly Migration[] = [categories]
