import type { ActionContext } from '../actions/action-contract.ts'

export interface DialogProps {
  readonly context: ActionContext
  onClose(): void
}

/** Props of the dialog of a module's action; `place` is the target reported by its server half. */
export interface DocumentActionDialogProps extends DialogProps {
  readonly place: object
}
