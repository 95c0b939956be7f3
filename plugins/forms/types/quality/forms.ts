import type { Form } from '#kernel/form.ts'
import { qualityClaim } from './qualityClaim/index.ts'

export const quality: readonly Form[] = [qualityClaim]
