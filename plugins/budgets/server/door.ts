/** What other modules' server halves may use of this one. */
export { move as moveBudget } from './adjust.ts'
export { budgetDepartment } from './budget-department.ts'
export { budgets } from './budgets.ts'
export { holdOpenMonth } from './closed-months.ts'
export { spending, type Standing } from './reconcile.ts'
export { changes as budgetChanges } from './changes.ts'
export { ledger as budgetLedger } from './ledger.ts'
export { explain as explainVariance, quarterLines, varianceDue } from './variance.ts'
