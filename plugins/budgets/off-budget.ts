/** The rows of a document that may go off budget: of these tables, by this column (`1` off budget, `0` in it). */
export interface OffBudgetRows {
  readonly tables: readonly string[]
  readonly field: string
}

/** Document action that moves rows of a completed document off budget or back; `call` is the last segment of its path. */
export const offBudget = { id: 'offBudget', call: 'changeOffBudgetItemStatus' } as const
