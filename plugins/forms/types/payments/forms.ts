import type { Form } from '#kernel/form.ts'
import { disbursement } from './disbursement/index.ts'

export const payments: readonly Form[] = [disbursement]
