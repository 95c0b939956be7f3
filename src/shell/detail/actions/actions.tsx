import { BellOutlined, CommentOutlined, FastForwardOutlined, NodeIndexOutlined, QuestionCircleOutlined, RollbackOutlined, SendOutlined,
  StopOutlined, SwapOutlined, UserAddOutlined, UserDeleteOutlined, UserSwitchOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Action } from '#approval/types.ts'
import { type LazyPage, lazyPage } from '#shell/routing/chunks.ts'
import type { ActionContext } from './action-context.ts'
import type { DetailTextKey } from '../texts.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'

type DialogName = keyof typeof import('../dialogs/all.ts').dialogs

/** The presentation of an action; actions without one are not offered. */
export interface ActionPresentation {
  readonly name: Action
  readonly text: DetailTextKey
  /**
   * primary, danger, plain: a button on the right; text: on the left; quiet: in the menu; repair: an intervention, in a separate group of
   * the menu.
   */
  readonly appearance: 'primary' | 'danger' | 'plain' | 'text' | 'quiet' | 'repair'
  /** Moves to the menu if the reader has a task. */
  readonly yields?: true
  /** Icon in the bar. */
  readonly icon?: ReactNode
  /** Keyboard shortcut, a single key. */
  readonly key?: string
  /** Dialog for the action's input. */
  readonly Dialog?: LazyPage<DialogProps>
  /** Starts an action without dialog. */
  start?(context: ActionContext): void
}

const dialog = (name: DialogName): LazyPage<DialogProps> => lazyPage(async () => (await import('../dialogs/all.ts')).dialogs[name])

/** All actions, in the order of the bar from left to right. */
export const actionPresentations: readonly ActionPresentation[] = [
  // a third verdict, offered at nodes that allow it
  { name: 'hardToDecide', text: 'hardToDecide', appearance: 'text', icon: <QuestionCircleOutlined aria-hidden />,
    Dialog: dialog('HardDialog') },
  { name: 'countersign', text: 'countersign', appearance: 'text', key: 's', icon: <UserAddOutlined aria-hidden />,
    Dialog: dialog('CountersignDialog') },
  { name: 'transfer', text: 'transfer', appearance: 'text', key: 't', icon: <SwapOutlined aria-hidden />,
    Dialog: dialog('TransferDialog') },
  { name: 'cancelCountersign', text: 'cancelCountersign', appearance: 'text', icon: <UserDeleteOutlined aria-hidden />,
    Dialog: dialog('CancelCountersignDialog') },
  { name: 'urge', text: 'urge', appearance: 'text', icon: <BellOutlined aria-hidden />, start: ({ urge }) => void urge() },
  { name: 'copy', text: 'copy', appearance: 'text', icon: <SendOutlined aria-hidden />, Dialog: dialog('CopyDialog') },
  { name: 'comment', text: 'comment', appearance: 'quiet', key: 'm', icon: <CommentOutlined aria-hidden />,
    start: ({ focusComment }) => focusComment() },
  { name: 'return', text: 'returnStart', appearance: 'quiet', icon: <RollbackOutlined aria-hidden />,
    Dialog: dialog('ReturnToApplicantDialog') },
  { name: 'void', text: 'void', appearance: 'danger', yields: true, Dialog: dialog('VoidDialog') },
  { name: 'revoke', text: 'revoke', appearance: 'danger', yields: true, Dialog: dialog('RevokeDialog') },
  { name: 'edit', text: 'edit', appearance: 'plain', yields: true, Dialog: dialog('EditDialog') },
  { name: 'refuse', text: 'refuse', appearance: 'danger', Dialog: dialog('RefuseDialog') },
  { name: 'return', text: 'return', appearance: 'plain', key: 'r', Dialog: dialog('ReturnDialog') },
  { name: 'resubmit', text: 'editAndResubmit', appearance: 'primary', start: ({ openForm }) => openForm() },
  { name: 'pass', text: 'pass', appearance: 'primary', key: 'p', Dialog: dialog('PassDialog') },
  { name: 'reassign', text: 'reassign', appearance: 'repair', icon: <UserSwitchOutlined aria-hidden />, Dialog: dialog('ReassignDialog') },
  { name: 'skip', text: 'skip', appearance: 'repair', icon: <FastForwardOutlined aria-hidden />, Dialog: dialog('SkipDialog') },
  { name: 'jump', text: 'jump', appearance: 'repair', icon: <NodeIndexOutlined aria-hidden />, Dialog: dialog('JumpDialog') },
  { name: 'forceEnd', text: 'forceEnd', appearance: 'repair', icon: <StopOutlined aria-hidden />, Dialog: dialog('ForceEndDialog') },
]

/** Preloads the dialogs of all actions. */
export const loadDialogs = () => Promise.all(actionPresentations.map(({ Dialog }) => Dialog?.load()))

/**
 * Distributes actions to the bar's buttons and texts, and the two groups of the menu.
 * @param room number of text buttons that fit; a menu with a single action is avoided
 */
export function placed(actions: readonly Action[], room: number) {
  const offered = actionPresentations.filter(({ name }) => actions.includes(name))
  const hasTask = offered.some(({ name }) => name === 'pass')
  const isYielding = ({ yields }: ActionPresentation) => hasTask && yields === true
  const at = (...looks: readonly ActionPresentation['appearance'][]) =>
    offered.filter((action) => looks.includes(action.appearance) && !isYielding(action))
  const [texts, quiet, repairs] = [at('text'), at('quiet'), at('repair')]
  const less = [...quiet, ...offered.filter(isYielding)]
  const fits = less.length <= 1 && texts.length < room && repairs.length === 0
  const shown = fits ? [...texts, ...less] : texts.slice(0, room)
  return { offered, buttons: at('danger', 'plain', 'primary'), texts: shown,
    more: [...texts, ...less].filter((action) => !shown.includes(action)), repairs }
}
