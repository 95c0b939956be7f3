/** The part of this module that other modules' server halves may use. */
export { switchOffBudget } from './documents/off-budget.ts'
export { holdOpenMonth } from './plans/years.ts'
export { spending, type PostedBalance } from './ledger/reconcile.ts'
export { measureExcess as judgeBudgets, overBudgetRow } from './documents/over-budget.ts'
export { ledger as budgetLedger } from './ledger/ledger.ts'
export { type ExtractedEntry, type ExtractQuery, ledgerExtract, ledgerSpending, ledgerTotals, type LedgerTotals } from './ledger/extract.ts'
