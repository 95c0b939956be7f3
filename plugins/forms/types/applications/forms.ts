import type { Form } from '#kernel/form.ts'
import { costBasedProcurement } from './costBasedProcurement/index.ts'
import { entertainmentApply } from './entertainmentApply/index.ts'
import { serviceFeeApply } from './serviceFeeApply/index.ts'

export const applications: readonly Form[] = [entertainmentApply, serviceFeeApply, costBasedProcurement]
