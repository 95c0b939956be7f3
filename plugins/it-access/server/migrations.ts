import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-vpn-accounts',
    async up(run) {
      await run(sql`
        create table vpn_account (
          ${recordColumns},
          account_name varchar(30) not null,
          user_type varchar(16) not null,
          person_id varchar(32),
          external_name varchar(30),
          external_company varchar(100),
          sponsor_id varchar(32),
          department_id varchar(32) not null,
          resources text,
          valid_from date not null,
          valid_to date not null,
          state varchar(8) not null check (state in ('active', 'expired', 'closed')),
          business_no varchar(30),
          business_key varchar(64) not null,
          check (valid_to >= valid_from),
          check (person_id is not null or external_name is not null)
        );
        -- a name is free again once its account is closed
        create unique index vpn_account_name on vpn_account (lower(account_name)) where del_flag = 0 and state <> 'closed';
        create index vpn_account_person on vpn_account (person_id) where del_flag = 0 and state <> 'closed';
        create index vpn_account_document on vpn_account (business_key)`)
    },
  },
  {
    name: '002-nvr-licences',
    async up(run) {
      await run(sql`
        create table nvr_licence (
          ${recordColumns},
          licence_no varchar(40) not null,
          person_id varchar(32) not null,
          account varchar(30) not null,
          scopes text[] not null,
          customer varchar(32),
          department_id varchar(32) not null,
          valid_from date not null,
          valid_to date not null,
          state varchar(8) not null check (state in ('active', 'expired', 'revoked')),
          business_no varchar(30),
          business_key varchar(64) not null,
          check (valid_to >= valid_from)
        );
        create index nvr_licence_person on nvr_licence (person_id) where del_flag = 0;
        create index nvr_licence_document on nvr_licence (business_key)`)
    },
  },
  {
    name: '003-vpn-account-opening',
    async up(run) {
      // later documents have overwritten the key of the one that opened an account: it is the application that completed when it was made
      await run(sql`
        alter table vpn_account add column opening_key varchar(64);
        update vpn_account set opening_key = coalesce((
          select id from document where type = 'vpnApply' and value ->> 'action' = 'open'
            and lower(value ->> 'accountName') = lower(account_name) and ended_at is not null
          order by abs(extract(epoch from ended_at - vpn_account.create_time)) limit 1), business_key);
        alter table vpn_account alter column opening_key set not null;
        create index vpn_account_opening on vpn_account (opening_key)`)
    },
  },
]
