import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DocumentHost } from '#server/documents/host.ts'
import { type Counts, type ListedMessage, shown } from '#server/messages/box.ts'
import { countsOnWire, nothing, ownCounts, warningsOf, withWarnings } from '#server/messages/counts.ts'
import { messageOnWire } from '#server/message-centre/wire.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import type { Connection, Connections } from './connections.ts'
import { batchLoader } from './batch-loader.ts'

/** Milliseconds for which the warnings of modules for a person are taken as known: they change by the day, and cost more than the rest. */
const warningsKept = 60_000
/** The most messages that are sent to a browser that was away. */
const mostMissed = 20
/** Sockets that are written to before other work goes on. */
const slice = 250
/** Questions about one person that are asked at a time: calls need connections of the database too. */
const concurrentReads = 2

/** Says to connected browsers what they are to know. */
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

  /** Of those of these people who are connected. */
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

  /** Of those who come: after a restart everybody does at once. */
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
    /** New messages, as pairs with whom they are for, to those people. */
    notify: (pairs: readonly (readonly [message: string, recipient: string])[]): Promise<void> =>
      notifyAll(shown(host.db).where(sql<boolean>`message.id = any(${pairs.map(([id]) => id)}::bigint[])`).orderBy('message.id').execute(),
        [
          ...new Set(pairs.map(([, recipient]) => recipient)),
        ]),

    /** Sends the counts, and messages that came while none could be sent: since an instant, to everybody; to one browser with `once`. */
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

    /** To one that has just come: the counts, and what it missed after the last message that it knows. */
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
