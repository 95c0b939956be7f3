import type { ActionContext } from '../actions/action-contract.ts'

export interface DialogProps {
  readonly context: ActionContext
  onClose(): void
}

/** The dialog of a module's action: it is given the part of the form that the action acts on, as its server half says it. */
export interface DocumentActionDialogProps extends DialogProps {
  readonly place: object
}
