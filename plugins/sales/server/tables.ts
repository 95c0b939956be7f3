import type { RecordTable } from '#server/resources/record-columns.ts'

interface PriceBaseTable extends RecordTable {
  material: string
  /** RMB per base unit, six decimals. */
  floor_price: string
  cost: string
  remark: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    sales_price_base: PriceBaseTable
  }
}
