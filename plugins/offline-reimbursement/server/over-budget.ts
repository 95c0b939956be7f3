import type { Parameters } from '#kernel/errors.ts'
import { moneyText } from '#kernel/values/money.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordStep } from '#server/resources/rules.ts'
import { judgeBudgets } from '#plugins/budgets/server/public-api.ts'
import { demandOf } from './booking.ts'

/** Tells whoever saved a row that its budget is exceeded: the money was paid, so nothing is refused. */
export async function remarkOn({ db, id, value }: RecordStep): Promise<{ code: string; parameters: Parameters } | undefined> {
  const demand = demandOf(value)
  const [line] = await judgeBudgets(db, [demand], id)
  if (!line || demand.amount.lte(0) || !(line.exceeded.gt(0) || line.overYear)) return undefined
  const budget = await namesOf(db, demand)
  if (line.exceeded.gt(0))
    return { code: 'offline.overBudget', parameters: { ...budget, month: String(value['budgetMonth']), amount: moneyText(line.exceeded) } }
  return { code: 'offline.overYear', parameters: { ...budget, year: demand.year } }
}

async function namesOf(db: Db, { department, category }: { department: string; category: string }): Promise<Parameters> {
  const unit = await db.selectFrom('sys_group').select('name').where('id', '=', department).executeTakeFirst()
  const type = await db.selectFrom('expense_category').select(['name_cn', 'name_en']).where('id', '=', category).executeTakeFirst()
  return { department: unit?.name ?? '', category: type ? bilingual({ cn: type.name_cn, en: type.name_en }) : '' }
}
