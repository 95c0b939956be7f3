import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

/** Table of billing details: names and tax numbers to which invoices are issued. */
export const titles: Migration = {
  name: '014-invoice-titles',
  async up(run) {
    await run(sql`
      create table invoice_title (
        ${recordColumns},
        company varchar(64) not null,
        title varchar(100) not null,
        tax_no varchar(20) not null check (tax_no ~ '^[0-9A-Z]{15,20}$'),
        address varchar(200),
        phone varchar(30),
        bank_name varchar(100),
        bank_account varchar(40),
        enable boolean not null default true
      );
      create unique index invoice_title_tax_no on invoice_title (tax_no) where del_flag = 0;
      create index invoice_title_company on invoice_title (company)`)
  },
}
