import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const costCentres: Migration = {
  name: '001-cost-centres',
  async up(run) {
    await run(sql`
      create table cost_center (
        ${recordColumns},
        code varchar(20) not null,
        name_cn varchar(30) not null,
        name_en varchar(30) not null,
        manager_user_id varchar(32),
        sap_code varchar(20),
        factory varchar(10),
        group_ids text[] not null default '{}',
        status varchar(1) not null default '1' check (status in ('1', '2', '3')),
        enable boolean not null default true
      );
      create unique index cost_center_code on cost_center (code) where del_flag = 0`)
  },
}

const mappings: Migration = {
  name: '002-department-mappings',
  async up(run) {
    await run(sql`
      create table department_cost_center (
        ${recordColumns},
        department_id varchar(32) not null,
        cost_center_id varchar(32) not null references cost_center,
        expense_category_id varchar(32),
        is_default boolean not null default false,
        valid_from date not null,
        valid_to date,
        status varchar(1) not null default '1' check (status in ('0', '1')),
        constraint department_cost_center_order check (valid_to >= valid_from)
      );
      create index department_cost_center_department on department_cost_center (department_id);
      create index department_cost_center_center on department_cost_center (cost_center_id)`)
    // An exclusion constraint over text needs an extension, which a managed PostgreSQL may not offer.
    await run(sql`
      create function refuse_overlapping_mapping() returns trigger language plpgsql as $body$
      begin
        if new.status <> '1' or new.del_flag <> 0 then return new; end if;
        -- Two at once for one department wait here for each other.
        perform pg_advisory_xact_lock(hashtextextended('department_cost_center/' || new.department_id, 0));
        if exists (select from department_cost_center other
          where other.department_id = new.department_id and other.id <> new.id and other.status = '1' and other.del_flag = 0
            and other.cost_center_id = new.cost_center_id
            and other.expense_category_id is not distinct from new.expense_category_id
            and daterange(other.valid_from, other.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')) then
          raise exception using errcode = '23P01', constraint = 'department_cost_center_overlap', message = 'validity periods overlap';
        end if;
        if new.is_default and exists (select from department_cost_center other
          where other.department_id = new.department_id and other.id <> new.id and other.status = '1' and other.del_flag = 0
            and other.is_default
            and other.expense_category_id is not distinct from new.expense_category_id
            and daterange(other.valid_from, other.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')) then
          raise exception using errcode = '23P01', constraint = 'department_cost_center_default', message = 'two defaults at one date';
        end if;
        return new;
      end $body$;
      create trigger department_cost_center_overlap before insert or update on department_cost_center
        for each row execute function refuse_overlapping_mapping()`)
  },
}

const nobody: Migration = {
  name: '003-nobody-answers',
  async up(run) {
    await run(sql`alter table cost_center add column no_manager boolean generated always as (manager_user_id is null) stored`)
  },
}

/** Skips the overlap trigger for a period that ends before it begins, so that the table's check reports it at its field. */
const orderFirst: Migration = {
  name: '004-order-before-overlap',
  async up(run) {
    await run(sql`drop trigger department_cost_center_overlap on department_cost_center`)
    await run(sql`
      create trigger department_cost_center_overlap before insert or update on department_cost_center
        for each row when (new.valid_to is null or new.valid_to >= new.valid_from) execute function refuse_overlapping_mapping()`)
  },
}

export const migrations: readonly Migration[] = [costCentres, mappings, nobody, orderFirst]
