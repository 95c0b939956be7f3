/** The rows of a document that may go off budget: of these tables, by this column (`1` off budget, `0` in it). */
export interface OffBudgetRows {
  readonly tables: readonly string[]
  readonly field: string
}

/** Name of the action that takes rows of a completed document out of the budget, or puts them back; and the last word of its call. */
export const offBudget = { id: 'offBudget', call: 'changeOffBudgetItemStatus' } as const
