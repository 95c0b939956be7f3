import type { RowScope } from '#server/host.ts'
import { budgetScope } from './row-scope.ts'
import '../tables.ts'

/** Row scope of planned lines, over all years. */
export const plannedScope: RowScope = {
  cn: '年度预算',
  en: 'Annual budgets',
  async admits(host, db, caller) {
    const departments = await budgetScope(host, db, caller)
    return departments === 'all' || departments.length > 0
  },
  async count(host, db, caller) {
    const counted = db.selectFrom('annual_budget').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const departments = await budgetScope(host, db, caller)
    const seen = await counted.$if(departments !== 'all',
      (query) => query.where('department_id', 'in', departments.length > 0 ? [...departments] : [''])).executeTakeFirstOrThrow()
    const { count } = await counted.executeTakeFirstOrThrow()
    return { seen: Number(seen.count), all: Number(count) }
  },
}
