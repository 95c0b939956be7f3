import { openTasks } from '#approval/engine.ts'
import type { Directory } from '#approval/directory.ts'
import { type Event, type EventType, system } from '#approval/event.ts'
import { administratorRole } from '#approval/administrator.ts'
import { timedOut } from '#approval/nodes/automatic.ts'
import { reason } from '#approval/reason.ts'
import { roundOf, taskOf } from '#approval/state.ts'
import type { DocumentState } from '#approval/types.ts'
import type { HostMessageKind } from './kinds.ts'

/** The effect of an action on a document. */
export interface Decision {
  readonly events: readonly Event[]
  /** Absent at the first filing. */
  readonly before: DocumentState | undefined
  readonly after: DocumentState
  readonly directory: Pick<Directory, 'holders'>
}

/** A notification of one person about one event. */
export interface Notification extends Message {
  /** Index of its event within the decision, from 0. */
  readonly event: number
}

interface Message {
  readonly recipient: string
  readonly kind: HostMessageKind
  /** The actor to display, or `system`. */
  readonly actor: string
  /** The node to display. */
  readonly node?: string
  /** The new assignee to display. */
  readonly to?: string
  /** The entered reason. */
  readonly reason?: string
  /** The outcome of a task that was not decided in time. */
  readonly timedOut?: 'passed' | 'returned' | 'refused' | 'handedOn'
}

/**
 * The notifications of a decision. Actors are not notified of their own actions, nobody is notified twice of the same kind, and a task
 * that arrives for a special reason is announced by that instead of "to approve".
 */
export function messagesOf(decision: Decision): Notification[] {
  const notifications = new Map<string, Notification>()
  for (const [index, event] of decision.events.entries()) {
    for (const message of messagesAbout(event, decision)) {
      const key = `${message.kind} ${message.recipient}`
      if (message.recipient !== event.by && message.recipient !== system && !notifications.has(key))
        notifications.set(key, { ...message, event: index })
    }
  }
  return [...notifications.values()]
}

type NotificationRule<T extends EventType> = (event: Extract<Event, { type: T }>, decision: Decision) => readonly Message[]

/** Notifications by event type; other events have none, since their effects are events of their own. */
const notificationRules: { readonly [T in EventType]?: NotificationRule<T> } = {
  taskOpened: (event, decision) => [{ recipient: event.person, ...arrival(event, decision) }],
  completed: ({ by }, { after }) => each([after.starter], { kind: 'completed', actor: by }),
  autoPassed: ({ by, node, person, why }) => why.code === timedOut.code ? [missed(person, { actor: by, node, timedOut: 'passed' })] : [],
  refused: ({ by, node, task, why }, { events, before, after }) => {
    const forced = events.some((event) => event.type === 'adminMoved')
    const people = [after.starter, ...handlers(after), ...(forced ? holders(before) : [])]
    if (!why) return each(people, { kind: 'refused', actor: by })
    const late = taskOf(after, task)?.person ?? ''
    return [missed(late, { actor: by, node, timedOut: 'refused' }),
      ...each(people.filter((person) => person !== late), { kind: 'refused', actor: by, timedOut: 'refused' })]
  },
  returned: (event, { after }) => {
    const { by, node, task, why } = event
    const late = why && taskOf(after, task)?.person
    return [...each([after.starter], returnOf(event)),
      ...(late === undefined ? [] : [missed(late, { actor: by, node, timedOut: 'returned' })])]
  },
  revoked: ({ by, from, purpose }, { before, after }) => {
    if (purpose === 'edit') return each(from === 'inApproval' ? holders(before) : handlers(after), { kind: 'withdrawnToChange', actor: by })
    const copied = from === 'inApproval' ? [] : after.copies.map(({ person }) => person)
    return each([...holders(before), ...handlers(after), ...copied], { kind: 'withdrawn', actor: by })
  },
  voided: ({ by }, { before, after }) => each([after.starter, ...holders(before), ...handlers(after)], { kind: 'voided', actor: by }),
  transferred: (event, decision) => {
    const { by, from, to } = event
    // administrators need not be notified of an absence
    if (forAbsence.has(event.why.code)) return []
    if (event.why.code === handedOnLate)
      return each([decision.after.starter, from].filter((person) => person !== to), { kind: 'handedOn', actor: by, to,
        timedOut: 'handedOn' })
    if (isRelief(event, decision)) return each(administrators(decision), { kind: 'reassigned', actor: by })
    return each([decision.after.starter, from].filter((person) => person !== to), { kind: 'handedOn', actor: by, to })
  },
  urged: ({ by, people }) => each(people, { kind: 'urged', actor: by }),
  copied: ({ by, source, people }, { after: { starter } }) =>
    people.map(({ person }) => ({ recipient: person, kind: 'copied', actor: source === 'manual' || person === starter ? by : starter })),
  commented: ({ by, mentioned }, { after }) => [
    ...each(mentioned, { kind: 'mentioned', actor: by }),
    ...each([after.starter, ...holders(after)].filter((person) => !mentioned.includes(person)), { kind: 'commented', actor: by }),
  ],
  adminMoved: ({ by, move, target }, { before, after }) => {
    if (move !== 'skip' && move !== 'jump') return []
    const still = new Set(holders(after))
    const affected = holders(before).filter((person) => !still.has(person))
    return each([after.starter, ...affected], { kind: move === 'skip' ? 'skipped' : 'moved', actor: by, node: target })
  },
}

function messagesAbout(event: Event, decision: Decision): readonly Message[] {
  const teller = notificationRules[event.type] as NotificationRule<EventType> | undefined
  return teller?.(event, decision) ?? []
}

/** The kind of notification for the reason why a task arrived. */
function arrival({ task: id, run, by }: Extract<Event, { type: 'taskOpened' }>, decision: Decision): Omit<Message, 'recipient'> {
  const { events, after } = decision
  const moved = find(events, 'transferred', ({ task }) => task === id)
  if (moved) return handOver(moved, decision)
  const returned = find(events, 'returned', ({ targetRun }) => targetRun === run)
  if (returned) return returnOf(returned)
  const inviter = taskOf(after, taskOf(after, id)?.parent ?? '')
  if (inviter) return { kind: 'countersigned', actor: inviter.person }
  if (find(events, 'passed', ({ result }) => result === 'hard')) return { kind: 'hardToDecide', actor: by }
  return { kind: 'arrived', actor: after.starter }
}

const handOver = (moved: Extract<Event, { type: 'transferred' }>, decision: Decision): Omit<Message, 'recipient'> => ({
  kind: isRelief(moved, decision) ? 'reassigned' : 'transferred',
  actor: moved.by,
  ...(moved.why.code === handedOnLate && { timedOut: 'handedOn' as const }),
})

const returnOf = ({ by, target, comment, why }: Extract<Event, { type: 'returned' }>): Omit<Message, 'recipient'> => ({ kind: 'returned',
  actor: by, node: target, ...(comment?.trim() && { reason: comment.trim() }), ...(why && { timedOut: 'returned' as const }) })

/** A message to the person who did not decide in time. */
const missed = (recipient: string, message: Omit<Message, 'recipient' | 'kind'>): Message => ({ recipient, kind: 'timedOut', ...message })

const handedOnLate = reason('reason.timedOut').code

/** Reasons of tasks that are assigned temporarily to a substitute. */
const forAbsence: ReadonlySet<string> = new Set(
  ['reason.substitute', 'reason.substituteChanged', 'reason.awayToSuperior', 'reason.awayToAdmin', 'reason.back'].map((code) =>
    reason(code).code
  ),
)

/** Returns whether a task was reassigned since its holder has left, not on request. */
const isRelief = ({ by, origin }: Extract<Event, { type: 'transferred' }>, { events }: Decision): boolean =>
  by === system || (origin !== 'transfer' && !find(events, 'adminMoved'))

function find<T extends EventType>(events: readonly Event[], type: T,
  matches: (event: Extract<Event, { type: T }>) => boolean = () => true) {
  return events.find((event): event is Extract<Event, { type: T }> => event.type === type && matches(event as Extract<Event, { type: T }>))
}

const each = (people: readonly string[], message: Omit<Message, 'recipient'>): Message[] =>
  people.map((recipient) => ({ recipient, ...message }))

const holders = (document: DocumentState | undefined): string[] => (document ? openTasks(document).map(({ person }) => person) : [])

/** People who finished a task in this round. */
const handlers = ({ runs, round }: DocumentState): string[] =>
  runs.filter((run) => roundOf(run) === round).flatMap(({ tasks }) =>
    tasks.filter(({ state }) => state === 'done').map(({ person }) => person)
  )

const administrators = ({ directory }: Decision): string[] => directory.holders(administratorRole).map(({ id }) => id)
