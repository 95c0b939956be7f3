import type { Form } from '#kernel/form.ts'
import { oaChange } from './oaChange/index.ts'
import { proposalApply } from './proposalApply/index.ts'
import { rapidProject } from './rapidProject/index.ts'
import { universalApproval } from './universalApproval/index.ts'

export const general: readonly Form[] = [universalApproval, proposalApply, rapidProject, oaChange]
