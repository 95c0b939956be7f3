import { Decimal } from 'decimal.js'
import { spelledNumber } from '#kernel/parameters/parameters.ts'
import type { Db } from '#server/database/tables.ts'

/** Every figure of the travel standards and rules as finance keeps them now; zero where there is none ("at cost"). */
export async function travelFigures(db: Db): Promise<(key: 'travelStandard' | 'travelRule', name: string) => Decimal> {
  const rows = await db.selectFrom('sys_dict_data').select(['type', 'value', 'label']).where('type', 'in', ['travelStandard', 'travelRule'])
    .where('del_flag', '=', 0).execute()
  const figures = new Map(rows.map(({ type, value, label }) => [`${type} ${value}`, spelledNumber(label)]))
  return (key, name) => figures.get(`${key} ${name}`) ?? new Decimal(0)
}
