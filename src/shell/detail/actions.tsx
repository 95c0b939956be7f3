import { BellOutlined, CommentOutlined, FastForwardOutlined, NodeIndexOutlined, QuestionCircleOutlined, RollbackOutlined, SendOutlined, StopOutlined, SwapOutlined, UserAddOutlined,
  UserDeleteOutlined, UserSwitchOutlined } from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import type { Action } from '#approval/types.ts'
import { ForceEndDialog, JumpDialog, ReassignDialog, SkipDialog } from './dialogs/administer.tsx'
import { CopyDialog } from './dialogs/CopyDialog.tsx'
import { CancelCountersignDialog, CountersignDialog } from './dialogs/CountersignDialog.tsx'
import { EditDialog, RefuseDialog, RevokeDialog, VoidDialog } from './dialogs/endings.tsx'
import { HardDialog } from './dialogs/HardDialog.tsx'
import { PassDialog } from './dialogs/pass/PassDialog.tsx'
import { ReturnDialog, ReturnToApplicantDialog } from './dialogs/ReturnDialog.tsx'
import { TransferDialog } from './dialogs/TransferDialog.tsx'
import type { ActionContext } from './action-context.ts'
import type { DetailTextKey } from './text.ts'
import type { DialogProps } from './dialogs/dialog-props.ts'

/** The way in which an action is offered; an action without an entry is not offered. */
export interface ActionPresentation {
  readonly name: Action
  readonly text: DetailTextKey
  /**
   * primary, danger, plain: a button at the right; text: at the left; quiet: in the menu of more; repair: an
   * administrator's, below a line of that menu.
   */
  readonly appearance: 'primary' | 'danger' | 'plain' | 'text' | 'quiet' | 'repair'
  /** Moves the action into the menu of more where the reader has a task, to which the bar belongs. */
  readonly yields?: true
  /** Stands by its icon in the bar. */
  readonly icon?: ReactNode
  /** The one key that starts it. */
  readonly key?: string
  /** Asks for what the action needs. */
  readonly Dialog?: ComponentType<DialogProps>
  /** Starts the action without a dialog. */
  start?(context: ActionContext): void
}

/** In the order of the bar, from left to right. */
export const actionPresentations: readonly ActionPresentation[] = [
  // only judges have it, and to them it is a third verdict
  { name: 'hardToDecide', text: 'hardToDecide', appearance: 'text', icon: <QuestionCircleOutlined aria-hidden />, Dialog: HardDialog },
  { name: 'countersign', text: 'countersign', appearance: 'text', key: 's', icon: <UserAddOutlined aria-hidden />, Dialog: CountersignDialog },
  { name: 'transfer', text: 'transfer', appearance: 'text', key: 't', icon: <SwapOutlined aria-hidden />, Dialog: TransferDialog },
  { name: 'cancelCountersign', text: 'cancelCountersign', appearance: 'text', icon: <UserDeleteOutlined aria-hidden />, Dialog: CancelCountersignDialog },
  { name: 'urge', text: 'urge', appearance: 'text', icon: <BellOutlined aria-hidden />, start: ({ urge }) => void urge() },
  { name: 'copy', text: 'copy', appearance: 'text', icon: <SendOutlined aria-hidden />, Dialog: CopyDialog },
  { name: 'comment', text: 'comment', appearance: 'quiet', key: 'm', icon: <CommentOutlined aria-hidden />, start: ({ focusComment }) => focusComment() },
  { name: 'return', text: 'returnStart', appearance: 'quiet', icon: <RollbackOutlined aria-hidden />, Dialog: ReturnToApplicantDialog },
  { name: 'void', text: 'void', appearance: 'danger', yields: true, Dialog: VoidDialog },
  { name: 'revoke', text: 'revoke', appearance: 'danger', yields: true, Dialog: RevokeDialog },
  { name: 'edit', text: 'edit', appearance: 'plain', yields: true, Dialog: EditDialog },
  { name: 'refuse', text: 'refuse', appearance: 'danger', Dialog: RefuseDialog },
  { name: 'return', text: 'return', appearance: 'plain', key: 'r', Dialog: ReturnDialog },
  { name: 'resubmit', text: 'resubmit', appearance: 'primary', start: ({ openForm }) => openForm() },
  { name: 'pass', text: 'pass', appearance: 'primary', key: 'p', Dialog: PassDialog },
  { name: 'reassign', text: 'reassign', appearance: 'repair', icon: <UserSwitchOutlined aria-hidden />, Dialog: ReassignDialog },
  { name: 'skip', text: 'skip', appearance: 'repair', icon: <FastForwardOutlined aria-hidden />, Dialog: SkipDialog },
  { name: 'jump', text: 'jump', appearance: 'repair', icon: <NodeIndexOutlined aria-hidden />, Dialog: JumpDialog },
  { name: 'forceEnd', text: 'forceEnd', appearance: 'repair', icon: <StopOutlined aria-hidden />, Dialog: ForceEndDialog },
]

/**
 * Places the actions of the bar: buttons, texts, and the two halves of the menu of more.
 * @param room how many texts fit; the only one that is done less often is a text too
 */
export function placed(actions: readonly Action[], room: number) {
  const offered = actionPresentations.filter(({ name }) => actions.includes(name))
  const hasTask = offered.some(({ name }) => name === 'pass')
  const isYielding = ({ yields }: ActionPresentation) => hasTask && yields === true
  const at = (...looks: readonly ActionPresentation['appearance'][]) => offered.filter((action) => looks.includes(action.appearance) && !isYielding(action))
  const [texts, quiet, repairs] = [at('text'), at('quiet'), at('repair')]
  const less = [...quiet, ...offered.filter(isYielding)]
  const fits = less.length <= 1 && texts.length < room && repairs.length === 0
  const shown = fits ? [...texts, ...less] : texts.slice(0, room)
  return { offered, buttons: at('danger', 'plain', 'primary'), texts: shown, more: [...texts, ...less].filter((action) => !shown.includes(action)), repairs }
}
