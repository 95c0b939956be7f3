import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { statisticsRoute } from '#plugins/statistics/browser-api.ts'
import { addresses } from './statistics/addresses.ts'
import { overBudget } from './marks.ts'
import { offBudget } from './off-budget.ts'

const BudgetsPage = lazyPage(async () => (await import('./pages/BudgetsPage.tsx')).BudgetsPage)

export default defineBrowserPlugin({
  id: 'budgets',
  pages: [
    // no permission required: heads see their departments' budgets, and the server decides on the contents
    { path: '/annual-budget-management', title: { cn: '年度预算', en: 'Annual budgets' }, component: BudgetsPage },
    ...Object.values(addresses).map(statisticsRoute),
  ],
  home: [
    { id: 'team-spend', component: lazyPage(async () => (await import('./pages/overview/TeamSpend.tsx')).TeamSpend), place: 'main' },
    { id: 'my-year', component: lazyPage(async () => (await import('./pages/overview/MyYear.tsx')).MyYear), place: 'main' },
    { id: 'spend-categories', component: lazyPage(async () => (await import('./pages/overview/SpendCategories.tsx')).SpendCategories),
      place: 'first' },
    { id: 'budgets', component: lazyPage(async () => (await import('./pages/glance/BudgetGlance.tsx')).BudgetGlance), place: 'first' },
  ],
  documentFigures: [{ id: 'budget-ribbon',
    component: lazyPage(async () => (await import('./pages/ribbon/BudgetRibbon.tsx')).BudgetRibbon) }],
  documentMarks: [overBudget],
  documentActions: [{
    id: offBudget.id,
    title: { cn: '预算内外调整', en: 'Off-budget items' },
    dialog: lazyPage(async () => (await import('./pages/document/OffBudgetDialog.tsx')).OffBudgetDialog),
  }],
  documentBlocks: [
    {
      id: 'budget',
      of: ['overBudgetRows', 'overBudgetExplanation'],
      entry: lazyPage(async () => (await import('./pages/document/block.ts')).OverBudget),
      reading: lazyPage(async () => (await import('./pages/document/block.ts')).OverBudgetStrip),
      fact: lazyPage(async () => (await import('./pages/document/block.ts')).BudgetFact),
      remark: lazyPage(async () => (await import('./pages/document/block.ts')).ExceededRemark),
      ending: lazyPage(async () => (await import('./pages/document/block.ts')).ReleaseNote),
    },
  ],
  overview: [{ id: 'budget-overview',
    component: lazyPage(async () => (await import('./pages/overview/BudgetOverview.tsx')).BudgetOverview) }],
})
