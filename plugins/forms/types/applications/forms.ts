import type { Form } from '../../../../src/kernel/form.ts'

export const applications: readonly Form[] = []
