import type { ActionContext } from '../action-context.ts'

export interface DialogProps {
  readonly context: ActionContext
  onClose(): void
}
