import type { ComponentType } from 'react'
import type { Action } from '../../approval/types.ts'
import { CopyDialog } from './dialogs/CopyDialog.tsx'
import { EditDialog, RefuseDialog, RevokeDialog, VoidDialog } from './dialogs/endings.tsx'
import { PassDialog } from './dialogs/PassDialog.tsx'
import type { Doing } from './doing.ts'
import type { DetailTextKey } from './text.ts'

export interface DialogProps {
  readonly doing: Doing
  onClose(): void
}

/** How an action is offered; an action without an entry is not offered. */
export interface ActionLook {
  readonly name: Action
  readonly text: DetailTextKey
  readonly look: 'primary' | 'danger' | 'plain' | 'text'
  /** The one key that starts it. */
  readonly key?: string
  /** Asks for what the action needs. */
  readonly Dialog?: ComponentType<DialogProps>
  /** What it does without a dialog. */
  start?(doing: Doing): void
}

/** In the order of the bar, from left to right. */
export const actionLooks: readonly ActionLook[] = [
  { name: 'comment', text: 'comment', look: 'text', key: 'm', start: ({ focusComment }) => focusComment() },
  { name: 'copy', text: 'copy', look: 'text', Dialog: CopyDialog },
  { name: 'void', text: 'void', look: 'danger', Dialog: VoidDialog },
  { name: 'revoke', text: 'revoke', look: 'danger', Dialog: RevokeDialog },
  { name: 'edit', text: 'edit', look: 'plain', Dialog: EditDialog },
  { name: 'refuse', text: 'refuse', look: 'danger', Dialog: RefuseDialog },
  { name: 'resubmit', text: 'resubmit', look: 'primary', start: ({ openForm }) => openForm() },
  { name: 'pass', text: 'pass', look: 'primary', key: 'p', Dialog: PassDialog },
]
