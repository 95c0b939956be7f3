import { type RawBuilder, sql } from 'kysely'
import { type Band } from '#plugins/budgets/band.ts'

/** Signed sum of entries of some kinds; `entry` is the ledger's table alias. */
export const summed = (kinds: RawBuilder<unknown>) => sql<string>`coalesce(sum(entry.amount * entry.direction) filter (where ${kinds}), 0)`

/** Entry kinds that change the budget itself. */
export const moves = sql`entry.kind in ('transfer', 'adjust')`
export const uses = sql`entry.kind in ('spend', 'refund')`
export const occupations = sql`entry.kind in ('occupy', 'release')`

/** Effect of an entry on the available amount. */
export const effect = sql<string>`entry.amount * entry.direction * case when ${moves} then 1 else -1 end`

/** The twelve amounts of a plan as an SQL array; nulls without a plan. */
export const planMonths =
  sql`array[plan.m01, plan.m02, plan.m03, plan.m04, plan.m05, plan.m06, plan.m07, plan.m08, plan.m09, plan.m10, plan.m11, plan.m12]`

/** SQL equivalent of `bandOf`, for filters. */
export const bandSql = ({ planned, budget, used }: Readonly<Record<'planned' | 'budget' | 'used', RawBuilder<unknown>>>) =>
  sql<Band>`case
  when not ${planned} and ${budget} = 0 then 'none'
  when ${budget} <= 0 then case when ${used} > 0 then 'over' else 'none' end
  when ${used} > ${budget} then 'over'
  when ${used} > 0.8 * ${budget} then 'near'
  else 'within' end`
