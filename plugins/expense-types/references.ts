import { referenceTo } from '#kernel/fields.ts'

/** Reference to an expense category. */
export const expenseCategory = referenceTo('expenseCategory')
