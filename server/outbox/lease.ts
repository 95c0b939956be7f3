import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import type { Channel } from './tables.ts'
import './tables.ts'

/** Something to send, in the hands of one instance. */
export interface LeasedMessage {
  readonly id: string
  readonly message: string
  readonly name: string
  /** Rises with every hand that takes it. */
  readonly tries: number
}

/** Milliseconds that an instance has for one sending; more than the slowest takes. */
export const leaseTime = 120_000

/** Milliseconds that a failure rests before the next attempt; after the last it is given up. */
const backoff = [60_000, 300_000, 1_800_000]
const mostTries = backoff.length + 1

/** The letters that wait to leave by one channel, shared by all instances; `owner` is this one. */
export const waitingFor = (db: Db, channel: Channel, owner: string) => ({
  /** Takes some of what is due and in nobody's hands, or in those of an instance that is thought dead; nothing while the outbox is paused. */
  async lease(count: number, at: Date): Promise<LeasedMessage[]> {
    const { rows } = await sql<LeasedMessage>`
      update message_push set claimed_by = ${owner}, claimed_until = ${new Date(at.getTime() + leaseTime)}, tries = tries + 1
      where id in (
        select id from message_push
        where state = 'PENDING' and channel = ${channel} and next_at <= ${at} and tries < ${mostTries} and (claimed_until is null or claimed_until < ${at})
          and not exists (select from outbox_pause)
        order by next_at, id limit ${count} for update skip locked
      )
      returning id, message, name, tries`.execute(db)
    return rows
  },

  /** It has left. Answers whether it was still this instance's to say so. */
  async sent(push: LeasedMessage, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await mine(db, owner, push).set({ state: 'SENT', sent_at: at, error: null, claimed_by: null,
      claimed_until: null }).executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** It could not leave: it is tried again after a while, unless nothing would change by that. */
  async failed(push: LeasedMessage, at: Date, { error, forGood }: Failure): Promise<void> {
    const rest = forGood ? undefined : backoff[push.tries - 1]
    const next = rest === undefined ? { state: 'FAILED' as const } : { next_at: new Date(at.getTime() + rest) }
    await mine(db, owner, push).set({ ...next, error: error.slice(0, 500), claimed_by: null, claimed_until: null }).execute()
  },

  /** This instance ends before it was sent: another may take it at once. */
  async release(push: LeasedMessage): Promise<void> {
    await mine(db, owner, push).set({ tries: sql`tries - 1`, claimed_by: null, claimed_until: null }).execute()
  },

  /** Gives up what nobody who took it ever finished. */
  async giveUp(at: Date): Promise<void> {
    await db.updateTable('message_push').set({ state: 'FAILED', error: 'abandoned', claimed_by: null, claimed_until: null })
      .where('state', '=', 'PENDING').where('channel', '=', channel).where('tries', '>=', mostTries).where('claimed_until', '<', at)
      .execute()
  },
})

export interface Failure {
  readonly error: string
  /** The other side will never take it. */
  readonly forGood: boolean
}

/** The row as long as it is this owner's attempt: after another has taken it, nothing is written. */
const mine = (db: Db, owner: string, { id, tries }: LeasedMessage) =>
  db.updateTable('message_push').where('id', '=', id).where('claimed_by', '=', owner).where('tries', '=', tries).where('state', '=',
    'PENDING')
