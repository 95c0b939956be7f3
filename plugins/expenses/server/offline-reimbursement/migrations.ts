import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const register: Migration = {
  name: '001-register',
  async up(run) {
    await run(sql`
      create table offline_reimbursement (
        ${recordColumns},
        business_no varchar(30) not null unique,
        offline_source varchar(100) not null,
        voucher_no varchar(30) not null,
        company varchar(100) not null,
        expense_date date not null,
        budget_month varchar(7) not null check (budget_month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
        applicant varchar(32),
        bearing_dept varchar(32) not null,
        budget_dept varchar(32) not null,
        cost_center varchar(32) not null,
        expense_category varchar(32) not null,
        expense_detail varchar(25) not null,
        project varchar(32),
        currency_type varchar(3) not null,
        exchange_rate numeric(18,6) not null check (exchange_rate > 0),
        amount numeric(18,2) not null check (amount <> 0),
        amount_rmb numeric(18,2) not null,
        remark varchar(200)
      );
      create index offline_reimbursement_date on offline_reimbursement (expense_date desc) where del_flag = 0;
      create index offline_reimbursement_department on offline_reimbursement (bearing_dept, expense_date desc) where del_flag = 0;
      create index offline_reimbursement_voucher on offline_reimbursement (voucher_no, company) where del_flag = 0`)
  },
}

/** Index for rows by creator, who sees them regardless of departments. */
const enteredBy: Migration = {
  name: '002-entered-by',
  async up(run) {
    await run(sql`create index offline_reimbursement_creator on offline_reimbursement (create_by) where del_flag = 0`)
  },
}

const evidence: Migration = {
  name: '003-evidence',
  async up(run) {
    await run(sql`alter table offline_reimbursement add column evidence text[] not null default '{}'`)
  },
}

export const migrations: readonly Migration[] = [register, enteredBy, evidence]
