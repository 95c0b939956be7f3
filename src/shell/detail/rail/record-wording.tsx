import { CheckOutlined, CloseOutlined, CommentOutlined, DeleteOutlined, EditOutlined, MinusOutlined, PaperClipOutlined, RollbackOutlined,
  SendOutlined, SwapOutlined, UserAddOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import type { TimelineRecord } from '#approval/wire/timeline.ts'
import type { DetailTextKey } from '../texts.ts'
import type { RailTextKey } from './texts.ts'

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
  written: { tone: 'grey', icon: <EditOutlined />, text: 'op.written' },
  skipped: { tone: 'grey', icon: <MinusOutlined />, text: 'op.autoCompleted' },
}

interface RailTexts {
  detail(key: DetailTextKey): string
  rail(key: RailTextKey, parameters?: Record<string, string>): string
  label(label: Label): string
}

/** Node and action: `会计初审 · 通过`. */
export function wordsOf(record: TimelineRecord, words: RailTexts): string {
  const { operateType, round } = record
  if (operateType === 'start') return words.detail(round > 1 ? 'op.resubmit' : 'op.start')
  const place = record.countersigner && !record.cancelled
    ? words.rail('countersign')
    : words.label({ cn: record.nodeName, en: record.nodeNameEn })
  return [...new Set([place, didOf(record, words)])].filter(Boolean).join(' · ')
}

function didOf(record: TimelineRecord, words: RailTexts): string {
  const { operateType, target, administrator, writtenBy } = record
  if (writtenBy !== undefined) return words.rail('writtenBy', { number: writtenBy })
  if (operateType === 'backed' && target) return sentTo(target, administrator, words)
  const special = specialOf(record)
  if (special) return words.rail(special)
  const look = lines[operateType]
  return look ? words.detail(look.text) : ''
}

/** The locale key of an entry that is more specific than its kind; undefined otherwise. */
function specialOf({ operateType, administrator, cancelled }: TimelineRecord): RailTextKey | undefined {
  if (operateType === 'skipped') return 'skipped'
  if (operateType === 'transfer') return 'transferredTo'
  if (operateType === 'autoCompleted' && administrator) return 'skippedBy'
  return cancelled ? 'countersignBack' : undefined
}

function sentTo({ nodeId, nodeName, nodeNameEn }: NonNullable<TimelineRecord['target']>, isMoved: boolean,
  { rail, label }: RailTexts): string {
  if (nodeId === 'start' && !isMoved) return rail('backedToStart')
  return rail(isMoved ? 'movedTo' : 'backedTo', { node: label({ cn: nodeName, en: nodeNameEn }) })
}
