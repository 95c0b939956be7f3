import { nowOf } from '#kernel/values/dates.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { budgetScope } from '../grid/row-scope.ts'
import { varianceDue } from './variance.ts'

/** Action item: number of overspent lines without a reason in finished quarters of this year. */
export const reasonsDue: ActionItemSource = {
  id: 'varianceReasons',
  cn: '待填写的差异原因',
  en: 'Variance reasons due',
  enOne: 'Variance reason due',
  path: '/annual-budget-management?open=variance',
  needs: can.view,
  async count({ db, caller, at, departments }) {
    const scope = await budgetScope({ departments }, db, caller)
    return varianceDue(db, { year: Number(nowOf(at).slice(0, 4)), scope, at })
  },
}
