import { referenceKind } from './reference-family.ts'

/** An expense category, whose attributes conditions read. */
export const expenseCategory = referenceKind('expenseCategory')
