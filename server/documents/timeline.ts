import type { Event } from '../../src/approval/event.ts'
import type { Reason } from '../../src/approval/types.ts'
import { nowOf } from '../../src/kernel/dates.ts'
import type { Flow } from '../../src/kernel/flow.ts'
import type { Label } from '../../src/kernel/label.ts'
import type { Directory } from '../../src/approval/directory.ts'
import { nodeNames } from './flow-nodes.ts'
import { spoken } from './reasons.ts'
import { nodeTypes } from './wire.ts'

/** A person of the timeline. */
export interface TimelinePerson {
  readonly id: string
  readonly name: string
  readonly enable: boolean
  /** Why this person, from the rule to the substitution. */
  readonly why?: readonly Reason[]
  readonly read?: boolean
}

/** One line of a document's history, as the wire calls it. */
export interface TimelineRecord {
  readonly id: string
  readonly procInstId: string
  readonly round: number
  readonly nodeType: number
  readonly nodeId: string | null
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly operateType: string
  readonly userList: readonly TimelinePerson[]
  readonly userIdList: readonly string[]
  readonly ccUserList: readonly TimelinePerson[]
  readonly createTime: string
  readonly endTime: string | null
  readonly comment: string | null
  readonly oaAttachmentList: readonly string[]
  readonly approvalTypeCode: number | null
  readonly multiInst: boolean
  readonly sequential: boolean
  readonly initiator: boolean
  readonly mineRelates: boolean
  readonly editable: boolean
  /** Fields that changed with it. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  readonly why?: Reason
}

export interface Entry {
  readonly seq: number
  readonly round: number
  readonly event: Event
}

interface Context {
  readonly document: string
  readonly starter: string
  readonly reader: string
  readonly directory: Directory
  /** Names of nodes in every flow version that the document has run on. */
  readonly names: ReadonlyMap<string, Label>
  readonly reads: ReadonlyMap<string, boolean>
}

/** Operate types of the events that are lines of the timeline; the others are how the engine got there. */
const operateTypes: Partial<Record<Event['type'], string>> = {
  started: 'start', passed: 'completed', autoPassed: 'autoCompleted', refused: 'refuse', objected: 'refuse', revoked: 'aborted',
  voided: 'invalid', returned: 'backed', commented: 'comment', commentRemoved: 'deleted', countersigned: 'addsign',
  transferred: 'transfer', copied: 'cc', attachmentAdded: 'attachment', attachmentRemoved: 'delAttachment', adminMoved: 'transfer',
}

/** The history as lines, oldest first. */
export function timelineOf(entries: readonly Entry[], context: Context): TimelineRecord[] {
  return entries.flatMap((entry, index) => {
    const operateType = operateTypes[entry.event.type]
    if (!operateType) return []
    const before = entries[index - 1]?.event
    const changes = before?.type === 'valueChanged' ? before.changes : []
    return [recordOf(entry, operateType, changes, context)]
  })
}

/** Names of all the nodes of several flow versions; the last one's names win. */
export const namesOf = (flows: readonly Flow[]): Map<string, Label> => new Map(flows.flatMap((flow) => [...nodeNames(flow)]))

/** A person of the timeline from the directory; someone unknown keeps the id. */
export function personOf(directory: Directory, id: string, more: Pick<TimelinePerson, 'why' | 'read'> = {}): TimelinePerson {
  const person = directory.person(id)
  return { id, name: person?.name ?? id, enable: person?.enabled ?? false, ...more }
}

function recordOf({ seq, round, event }: Entry, operateType: string, changes: TimelineRecord['changes'], context: Context): TimelineRecord {
  const { document, starter, reader, directory, names, reads } = context
  const nodeId = nodeIdOf(event)
  const label = (nodeId ? names.get(nodeId) : undefined) ?? { cn: '', en: '' }
  const people = actorsOf(event)
  const copied = event.type === 'copied' ? event.people.map(({ person, why }) => personOf(directory, person, { why: why.map(spoken), read: reads.get(person) ?? false })) : []
  return {
    id: `${document}-${seq}`,
    procInstId: document,
    round,
    nodeType: nodeTypeOf(event),
    nodeId,
    nodeName: label.cn,
    nodeNameEn: label.en,
    operateType,
    userList: people.map((id) => personOf(directory, id)),
    userIdList: people,
    ccUserList: copied,
    createTime: nowOf(new Date(event.at)),
    endTime: nowOf(new Date(event.at)),
    ...saidIn(event),
    approvalTypeCode: null,
    multiInst: people.length > 1,
    sequential: false,
    initiator: people[0] === starter,
    mineRelates: people.includes(reader),
    editable: false,
    changes,
    ...('why' in event ? { why: spoken(event.why) } : {}),
  }
}

/** What the person wrote and attached. */
const saidIn = (event: { readonly comment?: string; readonly attachments?: readonly string[] } | Event) => {
  const { comment = null, attachments = [] } = event as { readonly comment?: string; readonly attachments?: readonly string[] }
  return { comment, oaAttachmentList: attachments }
}

function nodeIdOf(event: Event): string | null {
  if (event.type === 'started') return 'start'
  return 'node' in event ? (event.node ?? null) : null
}

function nodeTypeOf(event: Event): number {
  if (event.type === 'started') return nodeTypes.start
  return event.type === 'copied' ? nodeTypes.copy : nodeTypes.approve
}

/** Who the line is about: for what nobody did by hand, the person whose part it was. */
function actorsOf(event: Event): string[] {
  if (event.type === 'autoPassed') return [event.person]
  if (event.type === 'transferred') return [event.from, event.to]
  if (event.type === 'countersigned') return [event.by, ...event.tasks.map(({ person }) => person)]
  return event.type === 'copied' && event.source === 'node' ? [] : [event.by]
}

