import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type Lease, nextAttempt, queue } from '#server/queue/queue.ts'
import type { Channel } from './tables.ts'
import './tables.ts'

/** Something to send, in the hands of one instance. */
export interface LeasedMessage extends Lease {
  readonly id: string
  readonly message: string
  readonly name: string
}

/** Milliseconds that an instance has for one sending; more than the slowest takes. */
export const leaseTime = 120_000

/** Milliseconds that a failure rests before the next attempt; after the last it is given up. */
const backoff = [60_000, 300_000, 1_800_000]
const pushes = queue<LeasedMessage>({ table: 'message_push', key: ['id'], open: sql`state = 'PENDING'`, timeout: leaseTime,
  mostAttempts: backoff.length + 1 })

/** The mails that wait to leave by one channel, shared by all instances. */
export const waitingFor = (db: Db, channel: Channel) => ({
  /**
   * Takes some of what is due and in nobody's hands, or in those of an instance that is thought dead; nothing while the outbox is paused.
   */
  lease: (count: number, at: Date): Promise<LeasedMessage[]> =>
    pushes.take(db, { at, count, only: sql`channel = ${channel} and not exists (select from outbox_pause)`, read: ['message', 'name'] }),

  /** It has left. Answers whether it was still this instance's to say so. */
  sent: (push: LeasedMessage, at: Date): Promise<boolean> => pushes.record(db, push, { state: 'SENT', sent_at: at, error: null }),

  /** It could not leave: it is tried again after a while, unless nothing would change by that. */
  failed(push: LeasedMessage, at: Date, { error, forGood }: Failure): Promise<boolean> {
    const next = forGood ? undefined : nextAttempt(backoff, { attempts: push.attempts, at })
    return pushes.record(db, push, { ...(next ? { due_at: next } : { state: 'FAILED' }), error: error.slice(0, 500) })
  },

  /** This instance ends before it was sent: another may take it at once. */
  release: (push: LeasedMessage, at: Date): Promise<boolean> => pushes.release(db, push, at),

  /** Gives up what nobody who took it ever finished. */
  giveUp: (at: Date): Promise<void> => pushes.giveUp(db, at, { state: 'FAILED', error: 'abandoned' }, sql`channel = ${channel}`),
})

export interface Failure {
  readonly error: string
  /** The other side will never take it. */
  readonly forGood: boolean
}
