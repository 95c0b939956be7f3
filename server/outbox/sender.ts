import type { Logger } from 'pino'
import type { DocumentHost } from '#server/documents/host.ts'
import { type LeasedMessage, leaseTime, waitingFor } from './lease.ts'
import { mailOf, type Mail } from './mail-template.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { within } from '#server/queue/queue.ts'
import type { Channel } from './tables.ts'

/** A channel by which letters leave. */
export interface Transport {
  readonly channel: Channel
  /** Hands the letter over. @throws when it was not taken */
  send(mail: Mail): Promise<void>
  /** Returns whether a failure will be the same at every further attempt. */
  isForGood(error: unknown): boolean
  close(): void
}

interface SenderOptions {
  readonly host: Pick<DocumentHost, 'db' | 'clock' | 'forms' | 'env'>
  readonly log: Pick<Logger, 'warn'>
  readonly transport: Transport
  /** Letters at the same time. */
  readonly together?: number
}

/** Milliseconds between two looks for what is due to be tried again. */
const pollInterval = 5_000
/** After this long a sending counts as failed, ms: another hand may take it only later. */
const timeout = leaseTime / 2

/** Sends what waits for one channel together with the other instances; a slow or dead server holds up nothing else. */
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
