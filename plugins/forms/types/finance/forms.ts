import type { Form } from '#kernel/form.ts'
import { expenseReimbursement } from './expenseReimbursement/index.ts'
import { travelReimbursement } from './travelReimbursement/index.ts'

export const finance: readonly Form[] = [expenseReimbursement, travelReimbursement]
