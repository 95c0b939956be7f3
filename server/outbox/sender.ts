import type { Logger } from 'pino'
import { sql } from 'kysely'
import type { DocumentHost } from '#server/documents/host.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { type Lease, nextAttempt, queue, within } from '#server/queue/queue.ts'
import type { Db } from '#server/database/tables.ts'
import type { Channel } from './state.ts'
import { type Mail, mailOf } from './mail-template.ts'

/** A message to send, leased by one instance. */
interface LeasedMessage extends Lease {
  readonly id: string
  readonly message: string
  readonly name: string
}

/** Duration of a lease, ms; longer than the slowest sending. */
export const leaseTime = 120_000

/** Backoff of a failed sending, ms; after the last attempt it is given up. */
const backoff = [60_000, 300_000, 1_800_000]

const pushes = queue<LeasedMessage>({ table: 'message_push', key: ['id'], open: sql`state = 'PENDING'`, timeout: leaseTime,
  mostAttempts: backoff.length + 1 })

/** The queue of one channel, shared by all instances. */
export const waitingFor = (db: Db, channel: Channel) => ({
  /** Leases due messages that are not leased, or whose instance is considered dead; none while the outbox is paused. */
  lease: (count: number, at: Date): Promise<LeasedMessage[]> =>
    pushes.take(db, { at, count, only: sql`channel = ${channel} and not exists (select from outbox_pause)`, read: ['message', 'name'] }),

  /** Records a success. @returns whether this instance still held the lease */
  sent: (push: LeasedMessage, at: Date): Promise<boolean> => pushes.record(db, push, { state: 'SENT', sent_at: at, error: null }),

  /** Records a failure; the message is sent again after the backoff, unless the failure is permanent. */
  failed(push: LeasedMessage, at: Date, { error, forGood }: Failure): Promise<boolean> {
    const next = forGood ? undefined : nextAttempt(backoff, { attempts: push.attempts, at })
    return pushes.record(db, push, { ...(next ? { due_at: next } : { state: 'FAILED' }), error: error.slice(0, 500) })
  },

  /** Releases a message before this instance shuts down, so that another one can lease it immediately. */
  release: (push: LeasedMessage, at: Date): Promise<boolean> => pushes.release(db, push, at),

  /** Gives up messages whose last attempt was never finished. */
  giveUp: (at: Date): Promise<void> => pushes.giveUp(db, at, { state: 'FAILED', error: 'abandoned' }, sql`channel = ${channel}`),
})

interface Failure {
  readonly error: string
  /** Whether the failure is permanent. */
  readonly forGood: boolean
}

/** A channel by which mails and messages are sent. */
export interface Transport {
  readonly channel: Channel
  /** Sends a mail. @throws Error where it was not accepted */
  send(mail: Mail): Promise<void>
  /** Returns whether a failure is permanent. */
  isForGood(error: unknown): boolean
  close(): void
}

interface SenderOptions {
  readonly host: Pick<DocumentHost, 'db' | 'clock' | 'forms' | 'env'>
  readonly log: Pick<Logger, 'warn'>
  readonly transport: Transport
  /** Number of concurrent sendings. @default 4 */
  readonly together?: number
}

/** Interval of polling for due messages, ms. */
const pollInterval = 5_000
/** Timeout of a sending, ms; shorter than the lease. */
const timeout = leaseTime / 2

/** Sends the messages of one channel, in parallel with other instances; a slow or dead server does not delay other channels. */
export function sender({ host, log, transport, together = 4 }: SenderOptions): Poller {
  const { db, clock, forms, env } = host
  const waiting = waitingFor(db, transport.channel)

  const send = async (push: LeasedMessage) => {
    try {
      const mail = await mailOf(db, push, { forms, publicUrl: env.publicUrl })
      if (!mail) return void (await waiting.failed(push, clock.now(), { error: 'the recipient is gone', forGood: true }))
      await within(transport.send(mail), timeout)
      await waiting.sent(push, clock.now())
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ channel: transport.channel, push: push.id, attempts: push.attempts, reason }, 'a message could not leave')
      await waiting.failed(push, clock.now(), { error: reason, forGood: transport.isForGood(error) })
    }
  }

  return createPoller({
    every: pollInterval,
    log,
    name: `messages by ${transport.channel}`,
    end: () => transport.close(),
    async beat(signal) {
      await waiting.giveUp(clock.now())
      while (!signal.aborted) {
        const leased = await waiting.lease(together, clock.now())
        if (leased.length === 0) return
        if (signal.aborted) return void (await Promise.all(leased.map((push) => waiting.release(push, clock.now()))))
        await Promise.all(leased.map(send))
      }
    },
  })
}
