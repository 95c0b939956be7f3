import type { Form } from '../../../../src/kernel/form.ts'
import { qualityClaim } from './qualityClaim/index.ts'

export const quality: readonly Form[] = [qualityClaim]
