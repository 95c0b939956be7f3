import type { DeclaredFieldRole } from '#kernel/plugin.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Table of the budgets that a document exceeds, set by the budget check. */
    overBudgetRows: true
    /** The applicant's reason for exceeding them. */
    overBudgetExplanation: true
  }
}

/** Field roles for exceeded budgets and the explanation. */
export const budgetRoles: readonly DeclaredFieldRole[] = [
  { role: 'overBudgetRows', kinds: ['table'], beside: true },
  { role: 'overBudgetExplanation', kinds: ['textarea'] },
]
