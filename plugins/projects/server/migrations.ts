import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const expenseProjects: Migration = {
  name: '001-expense-projects',
  async up(run) {
    await run(sql`
      create table expense_project (
        ${recordColumns},
        code varchar(30) not null,
        name_cn varchar(30) not null,
        name_en varchar(30) not null,
        project_type varchar(100),
        manager varchar(32),
        department_ids text[] not null default '{}',
        category_id varchar(32),
        sap_id varchar(30),
        start_date date,
        end_date date,
        status varchar(1) not null default '1' check (status in ('1', '2', '3')),
        enable boolean not null default true,
        constraint expense_project_order check (end_date >= start_date)
      );
      create unique index expense_project_code on expense_project (code) where del_flag = 0`)
  },
}

const actualProjects: Migration = {
  name: '002-actual-projects',
  async up(run) {
    await run(sql`
      create table actual_project (
        ${recordColumns},
        rd_project_code varchar(30) not null,
        rd_project_name varchar(30) not null,
        sap_project_id varchar(30) not null,
        department_id varchar(32) not null,
        product_line varchar(30),
        project_type varchar(100),
        valid_from date not null,
        valid_to date,
        status varchar(1) not null default '1' check (status in ('0', '1')),
        constraint actual_project_order check (valid_to >= valid_from)
      );
      create index actual_project_code on actual_project (rd_project_code)`)
    await run(sql`
      create function refuse_overlapping_project() returns trigger language plpgsql as $body$
      begin
        if new.status <> '1' or new.del_flag <> 0 then return new; end if;
        -- Two at once for one project wait here for each other.
        perform pg_advisory_xact_lock(hashtextextended('actual_project/' || new.rd_project_code, 0));
        if exists (select from actual_project other
          where other.rd_project_code = new.rd_project_code and other.id <> new.id and other.status = '1' and other.del_flag = 0
            and daterange(other.valid_from, other.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')) then
          raise exception using errcode = '23P01', constraint = 'actual_project_overlap', message = 'validity periods overlap';
        end if;
        return new;
      end $body$;
      create trigger actual_project_overlap before insert or update on actual_project
        for each row execute function refuse_overlapping_project()`)
  },
}

/** Charges of document rows to projects; the spent amounts are in the budget ledger. */
const charges: Migration = {
  name: '003-charges',
  async up(run) {
    await run(sql`
      create table project_charge (
        document_id varchar(64) not null,
        row_id varchar(64) not null,
        project_id varchar(32) not null,
        primary key (document_id, row_id)
      );
      create index project_charge_project on project_charge (project_id);
      create view expense_project_with_spent as
        select expense_project.*, (
          select coalesce(sum(entry.amount * entry.direction), 0)::numeric(18,2)
          from project_charge charge join budget_entry entry on entry.document_id = charge.document_id and entry.row_id = charge.row_id
          where charge.project_id = expense_project.id and entry.kind in ('spend', 'refund')
        ) as spent
        from expense_project`)
  },
}

/** Skips the overlap trigger for a period that ends before it begins, so that the table's check reports it at its field. */
const orderFirst: Migration = {
  name: '004-order-before-overlap',
  async up(run) {
    await run(sql`drop trigger actual_project_overlap on actual_project`)
    await run(sql`
      create trigger actual_project_overlap before insert or update on actual_project
        for each row when (new.valid_to is null or new.valid_to >= new.valid_from) execute function refuse_overlapping_project()`)
  },
}

/** Makes the department optional; a mapping without one applies to all departments. */
const optionalDepartment: Migration = {
  name: '005-optional-department',
  up: async (run) => void (await run(sql`alter table actual_project alter column department_id drop not null`)),
}

export const migrations: readonly Migration[] = [expenseProjects, actualProjects, charges, orderFirst, optionalDepartment]
