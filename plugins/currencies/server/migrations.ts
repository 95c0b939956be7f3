import { sql } from 'kysely'
import type { Migration } from '../../../server/database/migrations.ts'
import { recordColumns } from '../../../server/resources/record-columns.ts'

const currencies: Migration = {
  name: '001-currencies',
  async up(run) {
    await run(sql`
      create table currency (
        ${recordColumns},
        code varchar(3) not null check (code ~ '^[A-Z]{3}$'),
        symbol varchar(4) not null,
        name_cn varchar(30) not null,
        name_en varchar(30) not null,
        decimals integer not null default 2 check (decimals between 0 and 4),
        department_ids text[] not null default '{}',
        enable boolean not null default true,
        -- Documents and expressions carry the code itself.
        check (id = code)
      );
      create unique index currency_code on currency (code)`)
  },
}

const exchangeRates: Migration = {
  name: '002-exchange-rates',
  async up(run) {
    await run(sql`
      create table exchange_rate (
        ${recordColumns},
        year_month varchar(7) not null check (year_month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
        -- RMB has no row: its rate is 1 always.
        currency varchar(3) not null references currency check (currency <> 'CNY'),
        rate numeric(18,6) not null check (rate > 0),
        locked boolean not null default false,
        set_by varchar(32),
        set_time timestamptz not null default now(),
        reason varchar(200)
      );
      create unique index exchange_rate_month on exchange_rate (year_month, currency) where del_flag = 0;
      create index exchange_rate_currency on exchange_rate (currency)`)
  },
}

export const migrations: readonly Migration[] = [currencies, exchangeRates]
