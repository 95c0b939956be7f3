export { BudgetFact } from './BudgetFact.tsx'
export { ExceededRemark } from './ExceededRemark.tsx'
export { OverBudget } from './OverBudget.tsx'
export { OverBudgetStrip } from './OverBudgetStrip.tsx'
