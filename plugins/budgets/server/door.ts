/** What other modules' server halves may use of this one. */
export { budgets, type NewBudget, type YearSetting } from './budgets.ts'
export { ledger, type Posting } from './ledger.ts'
export { type Demand, type Movement, occupying, reversing, spending, type Standing } from './reconcile.ts'
