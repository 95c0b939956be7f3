import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-price-bases',
    async up(run) {
      await run(sql`
        create table sales_price_base (
          ${recordColumns},
          material varchar(32) not null references material,
          floor_price numeric(18, 6) not null check (floor_price > 0),
          cost numeric(18, 6) not null check (cost >= 0),
          remark varchar(200)
        );
        create unique index sales_price_base_material on sales_price_base (material) where del_flag = 0`)
    },
  },
]
