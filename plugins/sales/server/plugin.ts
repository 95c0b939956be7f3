import { sql } from 'kysely'
import { defineServer } from '#server/plugin.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'
import { comparedPrices } from './compared-prices.ts'
import { samples } from './samples.ts'

const rules: RecordRules = { constraints: { sales_price_base_material: { code: 'sales.baseKnown', fields: ['material'] } } }

const migrations: readonly Migration[] = [
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

export default defineServer({ id: 'sales', contributes: [samples], migrations, records: { priceBase: rules },
  extensions: [comparedPrices] })
