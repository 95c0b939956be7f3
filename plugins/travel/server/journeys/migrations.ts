import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { common } from '#server/identity/migrations/common-columns.ts'

const journeys: Migration = {
  name: '001-journeys',
  up: async (run) => {
    await run(sql`
      create table journey_record (
        id varchar(32) primary key,
        traveller_id varchar(32) not null,
        -- the traveller's main department when the journey was made: data scopes rest on it
        department_id varchar(32),
        companions text[] not null default '{}',
        depart_time timestamp not null,
        arrive_time timestamp not null,
        one_way boolean not null default true,
        business_key text references document,
        journey_type text not null check (journey_type in ('1', '2', '3', '4', '12')),
        risk_level text not null default 'none' check (risk_level in ('high', 'middle', 'none')),
        remark text check (char_length(remark) <= 200),
        ${common},
        check (depart_time < arrive_time),
        check ((journey_type = '1') = (business_key is null))
      );
      create index journey_record_traveller on journey_record (traveller_id, depart_time) where del_flag = 0;
      create index journey_record_companions on journey_record using gin (companions);
      create index journey_record_department on journey_record (department_id, depart_time) where del_flag = 0;
      -- a document makes one journey for each of its travellers
      create unique index journey_record_document on journey_record (business_key, traveller_id) where del_flag = 0;
      create table journey_segment (
        journey_id varchar(32) not null references journey_record on delete cascade,
        sort integer not null,
        starting_area text[] not null check (cardinality(starting_area) between 1 and 6),
        destination_area text[] not null check (cardinality(destination_area) between 1 and 6),
        starting_risk text not null check (starting_risk in ('high', 'middle', 'none')),
        destination_risk text not null check (destination_risk in ('high', 'middle', 'none')),
        depart_time timestamp not null,
        arrive_time timestamp not null,
        transport text,
        fare numeric(14, 2) check (fare >= 0),
        primary key (journey_id, sort)
      );
    `)
  },
}

/** Allows arrivals before departures by local times, which differ by at most 26 hours. */
const clocks: Migration = {
  name: '002-clocks-of-two-places',
  up: async (run) => {
    await run(sql`
      alter table journey_record drop constraint journey_record_check;
      alter table journey_record add constraint journey_record_times check (arrive_time > depart_time - interval '26 hours');
    `)
  },
}

export const migrations: readonly Migration[] = [journeys, clocks]
