import { defineServer } from '#server/plugin.ts'
import { reasonsDue } from './variance/action-items.ts'
import { budgetAudit } from './ledger/audit.ts'
import { budgetUsages } from './plans/usages.ts'
import { budgetOfDocuments } from './documents/extension.ts'
import { migrations } from './migrations.ts'
import { plannedScope } from './grid/planned-scope.ts'
import { budgetRoutes } from './routes.ts'
import { figuresOfDocuments } from './documents/disclosed-figures.ts'
import { switchOffBudget } from './documents/off-budget-action.ts'
import { releaseRemaining } from './documents/release-remaining.ts'

export default defineServer({
  id: 'budgets',
  callNames: {
    subjects: { annualBudget: { cn: '年度预算', en: 'Annual budget' }, budget: { cn: '预算', en: 'Budget' },
      budgetLedger: { cn: '预算台账', en: 'Budget ledger' }, budgetYear: { cn: '预算年度', en: 'Budget year' },
      budgetVariance: { cn: '差异原因', en: 'Variance reason' } },
    operations: {
      '/budgetservice/budget/adjust': { cn: '调拨', en: 'Transfer' },
      '/budgetservice/annualBudget/lock': { cn: '锁定', en: 'Lock' },
      '/budgetservice/annualBudget/setting': { cn: '修改年度设置', en: 'Change the year’s settings' },
      '/oaserver/:businessType/changeOffBudgetItemStatus': { cn: '更改预算内外', en: 'Change the off-budget status' },
      '/budgetservice/budget/varianceReason': { cn: '填写差异原因', en: 'Enter variance reason' },
    },
  },
  migrations,
  routes: budgetRoutes,
  extensions: [budgetOfDocuments, figuresOfDocuments],
  documentActions: [switchOffBudget],
  rowScopes: { budget: plannedScope },
  audits: [budgetAudit],
  usages: [budgetUsages],
  jobs: [releaseRemaining],
  actionItems: [reasonsDue],
  warnings: [reasonsDue],
})
