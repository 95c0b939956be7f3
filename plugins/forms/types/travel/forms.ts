import type { Form } from '../../../../src/kernel/form.ts'

export const travel: readonly Form[] = []
