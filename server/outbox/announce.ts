import { sql } from 'kysely'
import type { MessageType } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Preference, preferencesOf } from '#server/messages/kinds.ts'
import type { Channel } from './state.ts'

/** The channel that announces new messages to all instances; a payload is a list of `[message, recipient]`. */
export const messageChannel = 'message'

/** Messages per transaction, so that a message for everybody takes a few transactions; a run processes several batches. */
const batch = 2_000
/** PostgreSQL limits payloads to less than 8000 bytes. */
const longestPayload = 7_900
/** Age after which a message is no longer announced, ms (a demo company's history, a product that was off). */
const newsFor = 86_400_000

/**
 * Processes messages that were not announced yet, each once: those wanted by mail or chat are put into the outbox, those without in-app
 * notification are marked as read, and the others are announced to all instances. Runs after the actions' transactions, so that its
 * NOTIFY does not delay them.
 * @returns whether there may be more
 */
export function announceSome(db: Db, { channels, at }: { readonly channels: readonly Channel[]; readonly at: Date }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const fresh = await take(tx)
    if (fresh.length === 0) return false
    const wants = await preferencesOf(tx, [...new Set(fresh.map(({ recipient }) => recipient))])
    const messages = fresh.map((message) => ({ ...message, preference: wants(message.recipient, message.type) }))
    await putOut(tx, messages, { channels, at })
    await markQuietRead(tx, messages.filter(({ preference }) => !preference.inApp).map(({ id }) => id))
    await notify(tx, messages.filter(({ preference }) => preference.inApp).map(({ id, recipient }) => [id, recipient]))
    return fresh.length === batch
  })
}

interface Fresh {
  readonly id: string
  readonly recipient: string
  readonly type: MessageType
  readonly created_at: Date
  /** Null where the recipient was deleted. */
  readonly enable: boolean | null
  readonly email: string | null
}

/**
 * Takes a batch off the queue. Each message is read by its key, whatever the planner expects, since their number is unknown when
 * planning.
 */
async function take(db: Db): Promise<readonly Fresh[]> {
  const { rows } = await sql<Fresh>`
    with taken as (
      delete from message_waiting where message in (select message from message_waiting order by message
        limit ${batch} for update skip locked) returning message
    )
    select message.id, message.recipient, message.type, message.created_at, person.enable, person.email
    from taken cross join lateral (select * from message where message.id = taken.message offset 0) message
    left join sys_user person on person.id = message.recipient and person.del_flag = 0
    order by message.id`.execute(db)
  return rows
}

type PreferredMessage = Fresh & { readonly preference: Preference }

async function putOut(db: Db, messages: readonly PreferredMessage[],
  { channels, at }: { readonly channels: readonly Channel[]; readonly at: Date }): Promise<void> {
  const news = messages.filter(({ enable, created_at: created }) => enable && at.getTime() - created.getTime() < newsFor)
  const pushes = channels.flatMap((channel) => news.filter(isPushed[channel]).map(({ id }) => ({ message: id, channel, due_at: at })))
  if (pushes.length > 0) await db.insertInto('message_push').values(pushes).onConflict((conflict) => conflict.doNothing()).execute()
}

const isPushed: Readonly<Record<Channel, (message: PreferredMessage) => boolean>> = {
  EMAIL: ({ email, preference }) => preference.email && Boolean(email?.trim()),
  CHAT: ({ preference }) => preference.chat,
}

async function markQuietRead(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db.updateTable('message').set({ read_at: sql`created_at` }).where('id', 'in', ids).where('read_at', 'is', null).execute()
}

async function notify(db: Db, pairs: readonly (readonly [string, string])[]): Promise<void> {
  const payloads = payloadsOf(pairs)
  if (payloads.length > 0) await sql`select pg_notify(${messageChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
}

/** Splits pairs into the minimum number of payloads. */
export function payloadsOf(pairs: readonly (readonly [string, string])[]): string[] {
  const payloads: string[][] = []
  let length = longestPayload
  for (const pair of pairs) {
    const text = JSON.stringify(pair)
    const size = Buffer.byteLength(text) + 1
    if (length + size > longestPayload) {
      payloads.push([])
      length = 2
    }
    payloads.at(-1)?.push(text)
    length += size
  }
  return payloads.map((texts) => `[${texts.join(',')}]`)
}
