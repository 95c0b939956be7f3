import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/record-columns.ts'
import { builtInAreas } from './areas/built-in.ts'

const areas: Migration = {
  name: '101-areas',
  async up(run) {
    await run(sql`
      create table area (
        area_code varchar(12) primary key,
        name varchar(60) not null,
        name_en varchar(100) not null,
        pinyin varchar(200) not null,
        parent_code varchar(12) references area,
        -- 0 country, 1 province, 2 prefecture, 3 district
        level integer not null check (level between 0 and 3),
        country varchar(2) not null,
        check ((level = 0) = (parent_code is null))
      );
      create index area_parent on area (parent_code)`)
    await run(sql`insert into area (area_code, name, name_en, pinyin, parent_code, level, country)
      select area_code, name, name_en, pinyin, parent_code, level, country from json_to_recordset(${JSON.stringify(builtInAreas())}::json)
        as given (area_code text, name text, name_en text, pinyin text, parent_code text, level integer, country text)`)
  },
}

const riskAreas: Migration = {
  name: '102-risk-areas',
  async up(run) {
    await run(sql`
      create table risk_area (
        ${recordColumns},
        level varchar(6) not null check (level in ('HIGH', 'MIDDLE')),
        area text[] not null check (cardinality(area) between 1 and 3),
        province_arae_code varchar(6) not null references area,
        city_area_code varchar(6) references area,
        county_area_code varchar(6) references area,
        since date not null,
        until date,
        constraint risk_area_until check (until >= since)
      );
      create unique index risk_area_place on risk_area (area) where del_flag = 0`)
  },
}

const factories: Migration = {
  name: '103-factories',
  async up(run) {
    await run(sql`
      create table factory (
        ${recordColumns},
        code varchar(4) not null check (code ~ '^[0-9]{4}$'),
        name_cn varchar(60) not null,
        name_en varchar(100) not null,
        enterprise_id varchar(32) references sys_group,
        enable boolean not null default true
      );
      create unique index factory_code on factory (code) where del_flag = 0`)
  },
}

/** Of the lists that administrators keep. */
export const listMigrations: readonly Migration[] = [areas, riskAreas, factories]
