import type { DeclaredFieldRole } from '#kernel/plugin.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** The lines of budgets that a document exceeds, as the check found them. */
    overBudgetRows: true
    /** The reason for it, of the person who files. */
    overBudgetExplanation: true
  }
}

/** The fields that say how far a document goes beyond a budget, and why. */
export const budgetRoles: readonly DeclaredFieldRole[] = [
  { role: 'overBudgetRows', kinds: ['table'], beside: true },
  { role: 'overBudgetExplanation', kinds: ['textarea'] },
]
