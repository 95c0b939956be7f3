import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-business-cards',
    async up(run) {
      await run(sql`
        create table business_card (
          ${recordColumns},
          owner_id varchar(32) not null,
          owner_dept varchar(32),
          card_type varchar(20) not null,
          name_cn varchar(30),
          name_en varchar(30),
          company varchar(100) not null,
          company_en varchar(100),
          department varchar(50),
          position varchar(50),
          mobile varchar(16) not null,
          tel varchar(25),
          fax varchar(25),
          email varchar(100),
          wechat varchar(50),
          website varchar(200),
          area text[] not null default '{}',
          address varchar(200),
          card_group varchar(20) not null,
          customer varchar(32) references customer,
          supplier varchar(32) references supplier,
          share varchar(4) not null default 'self' check (share in ('self', 'dept', 'all')),
          images text[] not null default '{}',
          remark varchar(200),
          -- the card's id in the chat app
          outer_id varchar(64),
          sync_state varchar(1) not null default '0' check (sync_state in ('0', '1', '2')),
          sync_time timestamptz,
          constraint business_card_named check (coalesce(name_cn, name_en, '') <> ''),
          constraint business_card_one_partner check (customer is null or supplier is null)
        );
        create index business_card_owner on business_card (owner_id);
        create unique index business_card_personal on business_card (owner_id) where card_type = 'personal' and del_flag = 0;
        create unique index business_card_once on business_card (owner_id, mobile, coalesce(name_cn, name_en)) where del_flag = 0;
        create unique index business_card_outer on business_card (owner_id, outer_id) where outer_id is not null and del_flag = 0;
        create index business_card_shared on business_card (share) where share <> 'self' and del_flag = 0`)
    },
  },
]
