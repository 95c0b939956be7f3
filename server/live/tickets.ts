import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** Lifetime of a ticket, ms. */
export const ticketLife = 30_000

/** The person to whom a ticket was issued, and when. */
interface Holder {
  readonly id: string
  readonly sessionEpoch: number
  readonly grant?: string | undefined
  readonly issuedAt: Date
}

/** Tickets that open one socket each: unlike a token, a ticket found in a log is useless. */
export const tickets = (db: Db) => ({
  async issue(person: Omit<Holder, 'issuedAt'>, at: Date): Promise<string> {
    const ticket = randomBytes(24).toString('base64url')
    await db.deleteFrom('live_ticket').where('user_id', '=', person.id).where('create_time', '<', new Date(at.getTime() - ticketLife))
      .execute()
    await db.insertInto('live_ticket').values({ hash: hashOf(ticket), user_id: person.id, session_epoch: person.sessionEpoch,
      grant_id: person.grant ?? null, create_time: at })
      .execute()
    return ticket
  },

  /** Deletes tickets, so that each is used once. @returns their holders; unknown or used tickets are absent */
  async redeem(presented: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
    const byHash = new Map(presented.map((ticket) => [hashOf(ticket), ticket]))
    const taken = await db.deleteFrom('live_ticket').where('hash', '=', sql<string>`any(${[...byHash.keys()]})`).returning(['hash',
      'user_id', 'session_epoch', 'grant_id', 'create_time']).execute()
    return new Map(
      taken.map((
        row,
      ) => [byHash.get(row.hash) ?? '', { id: row.user_id, sessionEpoch: row.session_epoch, grant: row.grant_id ?? undefined,
        issuedAt: row.create_time }]
      ),
    )
  },
})

/** Deletes expired tickets. */
export async function forgetTickets(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('live_ticket').where('create_time', '<', new Date(at.getTime() - ticketLife)).execute()
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

declare module '#server/database/tables.ts' {
  interface Tables {
    live_ticket: { hash: string; user_id: string; session_epoch: number; grant_id: string | null; create_time: Date }
  }
}
