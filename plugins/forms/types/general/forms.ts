import type { Form } from '../../../../src/kernel/form.ts'

export const general: readonly Form[] = []
