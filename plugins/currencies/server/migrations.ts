import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

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

/** History of corrected rates with their reasons. */
const rateChanges: Migration = {
  name: '003-rate-changes',
  async up(run) {
    await run(sql`
      create table exchange_rate_change (
        id bigint generated always as identity primary key,
        year_month varchar(7) not null,
        currency varchar(3) not null references currency,
        before numeric(18,6) not null,
        after numeric(18,6) not null check (after <> before),
        reason varchar(200),
        changed_by varchar(32) not null,
        changed_at timestamptz not null
      );
      create index exchange_rate_change_month on exchange_rate_change (year_month, currency, id desc)`)
    await appendOnly(run, 'exchange_rate_change')
  },
}

/** View of currencies with the current month's rate, for their list. */
const currentRates: Migration = {
  name: '004-current-rates',
  async up(run) {
    await run(sql`
      create view currency_with_rate as
        select currency.*, case when currency.code = 'CNY' then 1 else (
          select rate.rate from exchange_rate rate
          where rate.currency = currency.code and rate.del_flag = 0 and rate.year_month = to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM')
        ) end as month_rate
        from currency`)
  },
}

/** Sets 0 decimals for yen, won and dong, which have no minor unit. Rows changed since their creation are kept. */
const wholeUnits: Migration = {
  name: '005-whole-units',
  async up(run) {
    await run(sql`update currency set decimals = 0 where code in ('JPY', 'KRW', 'VND') and decimals = 2 and version = 0`)
  },
}

export const migrations: readonly Migration[] = [currencies, exchangeRates, rateChanges, currentRates, wholeUnits]
