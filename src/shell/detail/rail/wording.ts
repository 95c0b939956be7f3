import type { TimelineRecord } from '#approval/wire/timeline.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { DetailTextKey } from '../text.ts'
import { lines } from './lines.tsx'
import type { RailTextKey } from './text.ts'

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
  const { operateType, target, administrator } = record
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
