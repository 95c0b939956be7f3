import type { Form } from '../../../../src/kernel/form.ts'

export const payments: readonly Form[] = []
