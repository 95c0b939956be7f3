import type { Form } from '../../../../src/kernel/form.ts'
import { expenseReimbursement } from './expenseReimbursement/index.ts'

export const finance: readonly Form[] = [expenseReimbursement]
