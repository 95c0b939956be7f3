import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DocumentHost } from '#server/documents/host.ts'
import { type Counts, countsOnWire, type ListedMessage, nothing, ownCounts, shown, warningsOf, withWarnings } from '#server/messages/box.ts'
import { messageOnWire } from '#server/message-centre/routes.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import type { Connection, Connections } from './connections.ts'

/** Lifetime of a person's cached warnings, ms: they change by the day, and cost more than the other counts. */
const warningsKept = 60_000
/** Maximum number of missed messages sent to a reconnecting browser. */
const mostMissed = 20
/** Number of sockets written to per turn of the event loop. */
const slice = 250
/** Maximum number of concurrent reads for single people, since calls need database connections too. */
const concurrentReads = 2

/** Sends messages and counts to connected browsers. */
export function liveNotifier(host: DocumentHost, connected: Connections) {
  const turns = semaphore(concurrentReads)
  const warned = new Map<string, { readonly count: number; readonly at: number }>()

  const warningsFor = async ({ caller }: Connection, at: Date): Promise<number> => {
    const known = warned.get(caller.id)
    if (known && Math.abs(at.getTime() - known.at) < warningsKept) return known.count
    const count = await turns.run(() => warningsOf(host.warnings, { db: host.db, caller, at, departments: host.departments }))
    warned.set(caller.id, { count, at: at.getTime() })
    return count
  }

  /** Counts of the connected ones among these people. */
  const countsFor = async (people: readonly string[]): Promise<ReadonlyMap<string, Counts>> => {
    const at = host.clock.now()
    const own = await ownCounts(host.db, people, at)
    const counted = await Promise.all(people.map(async (person): Promise<[string, Counts]> => {
      const [connection] = connected.of(person)
      return [person, withWarnings(own.get(person) ?? nothing, connection ? await warningsFor(connection, at) : 0)]
    }))
    for (const person of warned.keys()) if (connected.of(person).length === 0) warned.delete(person)
    return new Map(counted)
  }

  /** Batches counts of new connections: after a restart all browsers reconnect at once. */
  const countsOfNewcomer = batchLoader(countsFor)

  const textOf = (message: ListedMessage, counts: Counts) =>
    JSON.stringify({ type: 'MESSAGE', message: messageOnWire(message, host), counts: countsOnWire(counts) })

  const notifyAll = async (pending: Promise<readonly ListedMessage[]>, recipients: readonly string[]) => {
    const [messages, counts] = await Promise.all([pending, countsFor(recipients)])
    for (const [index, message] of messages.entries()) {
      if (index > 0 && index % slice === 0) await others()
      connected.notify(message.recipient, message.id, textOf(message, counts.get(message.recipient) ?? nothing))
    }
  }

  return {
    /** Sends new messages, given as pairs with their recipients. */
    notify: (pairs: readonly (readonly [message: string, recipient: string])[]): Promise<void> =>
      notifyAll(shown(host.db).where(sql<boolean>`message.id = any(${pairs.map(([id]) => id)}::bigint[])`).orderBy('message.id').execute(),
        [
          ...new Set(pairs.map(([, recipient]) => recipient)),
        ]),

    /** Sends counts, and messages missed since an instant, to all browsers; with `once` to a single one. */
    async catchUp(since: Date): Promise<void> {
      const people = connected.people()
      if (people.length === 0) return
      const counts = await countsFor(people)
      for (const connection of connected.all())
        connected.send(connection, JSON.stringify({ type: 'COUNTS', counts: countsOnWire(counts.get(connection.caller.id) ?? nothing) }))
      const messages = await shown(host.db).where(sql<boolean>`message.recipient = any(${people}::text[])`).where('message.created_at',
        '>=', since).where('message.read_at', 'is', null).orderBy('message.id', 'desc').limit(1_000).execute()
      if (messages.length > 0)
        await notifyAll(Promise.resolve(messages.toReversed()), [...new Set(messages.map(({ recipient }) => recipient))])
    },

    /** Sends counts to a new connection, and the messages after the last one it knows. */
    async welcome(connection: Connection, after: string | undefined): Promise<void> {
      const counts = (await countsOfNewcomer(connection.caller.id)) ?? nothing
      connected.send(connection, JSON.stringify({ type: 'COUNTS', counts: countsOnWire(counts) }))
      if (after === undefined) return
      const missed = await turns.run(() =>
        shown(host.db).where('message.recipient', '=', connection.caller.id).where('message.id', '>', after).where('message.read_at', 'is',
          null).orderBy('message.id', 'desc')
          .limit(mostMissed).execute()
      )
      for (const message of missed.toReversed()) connected.notify(connection.caller.id, message.id, textOf(message, counts))
    },
  }
}

export type LiveNotifier = ReturnType<typeof liveNotifier>

/**
 * Batches loads: keys requested during a running load are loaded together by the next one, so that thousands of concurrent requests cost
 * little more than one.
 * @returns a function that resolves to the answer of a key, undefined where it has none
 */
export function batchLoader<Answer>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (key: string) => Promise<Answer | undefined> {
  let next: { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, Answer>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  const gather = () => {
    const keys = new Set<string>()
    const answers = last.then(() => {
      next = undefined
      return ask([...keys])
    })
    last = answers.catch(() => undefined)
    return { keys, answers }
  }

  return async (key) => {
    const { keys, answers } = (next ??= gather())
    keys.add(key)
    return (await answers).get(key)
  }
}
