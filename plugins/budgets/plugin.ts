import { type DeclaredFieldRole, definePlugin } from '#kernel/plugin.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { budget, budgetNew } from './statistics/pages.ts'
import { cn, en } from './texts.ts'
import { overBudget } from './marks.ts'
import { can, changeItemStatus } from './permissions.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Table of the budgets that a document exceeds, set by the budget check. */
    overBudgetRows: true
    /** The applicant's reason for exceeding them. */
    overBudgetExplanation: true
  }
}

/** Field roles for exceeded budgets and the explanation. */
const budgetRoles: readonly DeclaredFieldRole[] = [
  { role: 'overBudgetRows', kinds: ['table'], beside: true },
  { role: 'overBudgetExplanation', kinds: ['textarea'] },
]

/** Annual budgets, and the ledger of amounts that documents occupy and spend. */
export default definePlugin({
  id: 'budgets',
  requires: ['documents', 'expense-types', 'statistics'],
  permissions: [...rightsOfPages([budget, budgetNew]), ...Object.values(can), changeItemStatus],
  menus: [{ id: 'annual-budget-management', parent: 'finance', cn: '年度预算', en: 'Annual budgets', icon: 'wallet',
    path: '/annual-budget-management', needs: can.view, sort: 5 }, statisticsMenu(budget, 'pie-chart'), statisticsMenu(budgetNew, 'fund')],
  contributes: [statisticsPages.of(budget, budgetNew)],
  fieldRoles: budgetRoles,
  documentMarks: [overBudget],
  explanationKinds: [{ key: 'overBudget', cn: '超预算说明', en: 'Over-budget explanation' }],
  locales: { cn, en },
})
