import { CheckOutlined, CloseOutlined, CommentOutlined, DeleteOutlined, MinusOutlined, PaperClipOutlined, RollbackOutlined, SendOutlined,
  SwapOutlined, UserAddOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { DetailTextKey } from '../text.ts'

interface LineLook {
  readonly tone: 'teal' | 'orange' | 'red' | 'grey'
  readonly icon: ReactNode
  readonly text: DetailTextKey
}

/** Tone, icon and text of each kind of entry, by operate type; entries of waiting nodes are rendered separately. */
export const lines: Readonly<Record<string, LineLook>> = {
  start: { tone: 'teal', icon: <CheckOutlined />, text: 'op.start' },
  completed: { tone: 'teal', icon: <CheckOutlined />, text: 'op.completed' },
  autoCompleted: { tone: 'teal', icon: <CheckOutlined />, text: 'op.autoCompleted' },
  backed: { tone: 'orange', icon: <RollbackOutlined />, text: 'op.backed' },
  refuse: { tone: 'red', icon: <CloseOutlined />, text: 'op.refuse' },
  aborted: { tone: 'red', icon: <CloseOutlined />, text: 'op.aborted' },
  invalid: { tone: 'red', icon: <CloseOutlined />, text: 'op.invalid' },
  comment: { tone: 'grey', icon: <CommentOutlined />, text: 'op.comment' },
  deleted: { tone: 'grey', icon: <DeleteOutlined />, text: 'op.deleted' },
  addsign: { tone: 'grey', icon: <UserAddOutlined />, text: 'op.addsign' },
  transfer: { tone: 'grey', icon: <SwapOutlined />, text: 'op.transfer' },
  cc: { tone: 'grey', icon: <SendOutlined />, text: 'op.cc' },
  attachment: { tone: 'grey', icon: <PaperClipOutlined />, text: 'op.attachment' },
  delAttachment: { tone: 'grey', icon: <DeleteOutlined />, text: 'op.delAttachment' },
  flowMoved: { tone: 'grey', icon: <SwapOutlined />, text: 'op.flowMoved' },
  skipped: { tone: 'grey', icon: <MinusOutlined />, text: 'op.autoCompleted' },
}
