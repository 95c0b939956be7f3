import type { ColumnType, Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface CurrencyTable extends RecordTable {
  code: string
  symbol: string
  name_cn: string
  name_en: string
  decimals: Generated<number>
  /** Empty for all departments. */
  department_ids: Generated<string[]>
  enable: Generated<boolean>
}

interface ExchangeRateTable extends RecordTable {
  /** yyyy-MM */
  year_month: string
  currency: string
  rate: string
  locked: Generated<boolean>
  set_by: string | null
  set_time: Generated<Date>
  reason: string | null
}

interface ExchangeRateChangeTable {
  id: ColumnType<string, never, never>
  year_month: string
  currency: string
  before: string
  after: string
  reason: string | null
  changed_by: string
  changed_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    currency: CurrencyTable
    exchange_rate: ExchangeRateTable
    exchange_rate_change: ExchangeRateChangeTable
  }
}
