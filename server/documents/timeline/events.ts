import approvalCn from '#approval/locales/cn.ts'
import approvalEn from '#approval/locales/en.ts'
import type { Event } from '#approval/event.ts'
import type { NodeRun } from '#approval/types.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { readNote } from './notes.ts'
import { nodeTypes } from '../wire.ts'

/** A move of a workflow administrator. */
export type AdminMovedEvent = Extract<Event, { type: 'adminMoved' }>

/** Operate types of the events that are lines of the timeline; the others are how the engine got there. */
export const operateTypes: Partial<Record<Event['type'], string>> = {
  started: 'start',
  passed: 'completed',
  autoPassed: 'autoCompleted',
  refused: 'refuse',
  objected: 'refuse',
  revoked: 'aborted',
  voided: 'invalid',
  returned: 'backed',
  commented: 'comment',
  commentRemoved: 'deleted',
  countersigned: 'addsign',
  countersignCancelled: 'addsign',
  transferred: 'transfer',
  copied: 'cc',
  attachmentAdded: 'attachment',
  attachmentRemoved: 'delAttachment',
}

/** The line of an administrator's move; giving a task away and ending the document are shown by the event that follows. */
export function moveOf({ move }: AdminMovedEvent): string | undefined {
  if (move === 'skip') return 'autoCompleted'
  return move === 'jump' ? 'backed' : undefined
}

const opinions: Readonly<Record<Locale, Readonly<Record<'passed' | 'autoPassed', string>>>> = {
  cn: { passed: approvalCn['approval.defaultOpinion'], autoPassed: approvalCn['approval.autoOpinion'] },
  en: { passed: approvalEn['approval.defaultOpinion'], autoPassed: approvalEn['approval.autoOpinion'] },
}

/** Words that mean no more than passing does: nothing, or the words for it. */
const defaults: ReadonlySet<string> = new Set(['', opinions.cn.passed, opinions.en.passed])

/** The comment of an event; where nobody said anything, what passing means, in the reader's language. */
export function commentOf(event: Event, moved: AdminMovedEvent | undefined,
  { notes, locale }: { notes: readonly Label[]; locale: Locale }): { comment: string | null; isDefault: boolean } {
  const { comment = moved?.comment } = event as { readonly comment?: string }
  const meant = meaningOf(event, comment ?? '', locale)
  if (meant !== undefined) return { comment: meant, isDefault: true }
  return { comment: comment && event.type === 'commented' ? readNote(comment, notes, locale) : comment || null, isDefault: false }
}

const meaningOf = ({ type }: Event, comment: string, locale: Locale): string | undefined =>
  (type === 'passed' || type === 'autoPassed') && defaults.has(comment.trim()) ? opinions[locale][type] : undefined

/** Returns the node at which an event stands in the history; null for what concerns the whole document. */
export function nodeIdOf(event: Event, runs: ReadonlyMap<string, NodeRun>): string | null {
  if (event.type === 'started') return 'start'
  if (event.type === 'adminMoved') return (event.move === 'skip' ? event.target : jumpedFrom(event, runs)) ?? null
  return 'node' in event ? (event.node ?? null) : null
}

/** The node at which the document stood before a jump: of those that the jump closed, the first that was running. */
const jumpedFrom = ({ closed }: AdminMovedEvent, runs: ReadonlyMap<string, NodeRun>): string | undefined =>
  closed.map((id) => runs.get(id)).find((run) => run?.closedFrom === 'running')?.node

/** Returns the kind of node that clients draw beside an event. */
export function nodeTypeOf(event: Event): number {
  if (event.type === 'started') return nodeTypes.start
  return event.type === 'copied' ? nodeTypes.copy : nodeTypes.approve
}

/** The people that the line is about: for what nobody did by hand, the person whose part it was. */
export function actorsOf(event: Event): string[] {
  if (event.type === 'autoPassed') return [event.person]
  if (event.type === 'transferred') return [event.from, event.to]
  if (event.type === 'countersigned') return [event.by, ...event.tasks.map(({ person }) => person)]
  if (event.type === 'nodeSkipped') return []
  return event.type === 'copied' && event.source === 'node' ? [] : [event.by]
}
