import { referenceTo } from '#kernel/fields.ts'

/** An expense type, by its id. */
export const expenseCategory = referenceTo('expenseCategory')
