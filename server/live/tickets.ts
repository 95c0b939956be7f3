import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../database/tables.ts'

/** How long a ticket waits to be used, ms. */
export const ticketLife = 30_000

/** Tickets that open one socket each: unlike a token, one that is found in a log opens nothing. */
export const tickets = (db: Db) => ({
  async issue(person: { readonly id: string; readonly sessionEpoch: number }, at: Date): Promise<string> {
    const ticket = randomBytes(24).toString('base64url')
    await db.deleteFrom('live_ticket').where('user_id', '=', person.id).where('create_time', '<', new Date(at.getTime() - ticketLife)).execute()
    await db.insertInto('live_ticket').values({ hash: hashOf(ticket), user_id: person.id, session_epoch: person.sessionEpoch, create_time: at }).execute()
    return ticket
  },

  /** Takes a ticket away, so that it opens nothing else. Answers whose it was, unless it is unknown, used or old. */
  async redeem(ticket: string, at: Date): Promise<{ readonly id: string; readonly sessionEpoch: number } | undefined> {
    const taken = await db.deleteFrom('live_ticket').where('hash', '=', hashOf(ticket)).returning(['user_id', 'session_epoch', 'create_time']).executeTakeFirst()
    if (!taken || at.getTime() - taken.create_time.getTime() > ticketLife) return undefined
    return { id: taken.user_id, sessionEpoch: taken.session_epoch }
  },
})

/** Removes what nobody has used in time. */
export async function forgetTickets(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('live_ticket').where('create_time', '<', new Date(at.getTime() - ticketLife)).execute()
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

declare module '../database/tables.ts' {
  interface Tables {
    live_ticket: { hash: string; user_id: string; session_epoch: number; create_time: Date }
  }
}
