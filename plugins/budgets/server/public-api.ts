/** What other modules' server halves may use of this one. */
export { move as moveBudget } from './plans/adjust.ts'
export { budgets } from './plans/budgets.ts'
export { holdOpenMonth } from './plans/closed-months.ts'
export { spending, type PostedBalance } from './ledger/reconcile.ts'
export { changes as budgetChanges } from './plans/changes.ts'
export { measureExcess as judgeBudgets, overBudgetRow } from './documents/over-budget.ts'
export { ledger as budgetLedger } from './ledger/ledger.ts'
export { explain as explainVariance, quarterLines, varianceDue } from './variance/variance.ts'
