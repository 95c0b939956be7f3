import { sql } from 'kysely'
import type { Migration } from '../../../server/database/migrations.ts'
import { recordColumns } from '../../../server/resources/record-columns.ts'

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

export const migrations: readonly Migration[] = [banks, payeeAccounts]
