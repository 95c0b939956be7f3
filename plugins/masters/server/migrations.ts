import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const banks: Migration = {
  name: '001-banks',
  async up(run) {
    await run(sql`
      create table bank (
        ${recordColumns},
        name varchar(100) not null,
        branch varchar(100) not null,
        branch_no varchar(12) check (branch_no ~ '^[0-9]{12}$'),
        swift varchar(11) check (swift ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
        city varchar(60)
      );
      create unique index bank_branch_no on bank (branch_no) where del_flag = 0`)
  },
}

const payeeAccounts: Migration = {
  name: '002-payee-accounts',
  async up(run) {
    await run(sql`
      create table payee_account (
        ${recordColumns},
        owner_type varchar(8) not null check (owner_type in ('user', 'supplier')),
        owner_id varchar(32) not null,
        account_name varchar(100) not null,
        account_no varchar(34) not null check (account_no ~ '^[A-Z0-9]{5,34}$'),
        bank varchar(100) not null,
        branch_no varchar(12),
        swift varchar(11),
        address varchar(200),
        is_payroll boolean not null default false,
        -- 1 corporate, 2 personal
        proceeds_account_type varchar(1) not null check (proceeds_account_type in ('1', '2')),
        currency_type varchar(3) not null,
        check (not is_payroll or owner_type = 'user')
      );
      create unique index payee_account_no on payee_account (owner_type, owner_id, account_no) where del_flag = 0;
      create unique index payee_account_payroll on payee_account (owner_id) where is_payroll and del_flag = 0`)
  },
}

const partners: Migration = {
  name: '003-partners',
  async up(run) {
    const named = sql`
      ${recordColumns},
      code varchar(20) not null,
      name_cn varchar(60) not null,
      name_en varchar(100) not null,
      enable boolean not null default true`
    await run(sql`
      create table supplier (
        ${named},
        abbreviation varchar(6) not null,
        category varchar(1) check (category in ('1', '2', '3', '4', '9')),
        level varchar(100)
      );
      create unique index supplier_code on supplier (code) where del_flag = 0;
      create table sales_group (${named}, manager_user_id varchar(32));
      create unique index sales_group_code on sales_group (code) where del_flag = 0;
      create table customer (
        ${named},
        sales_group_id varchar(32) references sales_group,
        region varchar(1) check (region in ('1', '2', '3')),
        level varchar(1) check (level in ('A', 'B', 'C')),
        owner varchar(32)
      );
      create unique index customer_code on customer (code) where del_flag = 0;
      create index customer_sales_group on customer (sales_group_id);
      create table material (
        ${named},
        unit varchar(100) not null,
        factory varchar(4) not null check (factory ~ '^[0-9]{4}$'),
        storage_location varchar(10),
        batch_managed boolean not null default false,
        price numeric(18,2) check (price >= 0),
        is_set boolean not null default false,
        set_count integer check (set_count > 0),
        components jsonb not null default '[]',
        -- what is issued as a set says what it is made of, and nothing else does
        constraint material_components check (is_set = (jsonb_array_length(components) > 0))
      );
      create unique index material_code on material (code, factory) where del_flag = 0`)
  },
}

/** View of supplier accounts only, so that their register never exposes private accounts. */
const supplierAccounts: Migration = {
  name: '004-supplier-accounts',
  async up(run) {
    await run(sql`
      create view supplier_account as select * from payee_account where owner_type = 'supplier' with local check option;
      alter view supplier_account alter column owner_type set default 'supplier'`)
  },
}

/** Adds the unique credit code of suppliers, and allows names of 100 characters. */
const creditCodes: Migration = {
  name: '005-credit-codes',
  async up(run) {
    await run(sql`
      alter table supplier alter column name_cn type varchar(100);
      alter table supplier add column credit_code varchar(18) check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$');
      create unique index supplier_credit_code on supplier (credit_code) where del_flag = 0`)
  },
}

/** Adds the mark of materials that are sold; sets are not. What is known already stays choosable until it is read from SAP. */
const saleable: Migration = {
  name: '006-saleable-materials',
  async up(run) {
    await run(sql`
      alter table material add column saleable boolean not null default false;
      update material set saleable = true where not is_set;
      alter table material add constraint material_saleable check (not (is_set and saleable))`)
  },
}

export const migrations: readonly Migration[] = [banks, payeeAccounts, partners, supplierAccounts, creditCodes, saleable]
