import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-area-distances',
    async up(run) {
      await run(sql`
        create table area_distance (
          ${recordColumns},
          from_area text[] not null check (cardinality(from_area) between 1 and 3),
          to_area text[] not null check (cardinality(to_area) between 1 and 3),
          from_code varchar(12) not null references area,
          to_code varchar(12) not null references area,
          km integer not null check (km between 1 and 20000),
          name_cn varchar(300) not null,
          name_en varchar(300) not null,
          constraint area_distance_ends check (from_code <> to_code)
        );
        -- a pair is the same both ways
        create unique index area_distance_pair on area_distance (least(from_code, to_code), greatest(from_code, to_code)) where del_flag = 0;
        create index area_distance_to on area_distance (to_code)`)
    },
  },
]
