import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** Share of a person's newest messages that stay unread. */
const newest = 0.42

/**
 * Marks most messages as read: those followed by an action of the recipient, and all but the newest of the others. Copies and tasks of read
 * messages become read too.
 */
export async function readMost(db: Db, anchor: Date): Promise<void> {
  await sql`
    with handled as (
      select message.id, min(event.at) as at
      from message join document_event event on event.document = message.document and event.by = message.recipient
        and event.seq > message.seq
      group by message.id
    ), ranked as (
      select message.id, handled.at,
        row_number() over (partition by recipient, handled.at is null order by message.created_at desc, message.id desc) as place,
        count(*) over (partition by recipient) as total
      from message left join handled on handled.id = message.id
    )
    update message set read_at = coalesce(ranked.at,
      least(${anchor}::timestamptz, message.created_at + make_interval(hours => 1 + (message.id % 30)::int)))
    from ranked where ranked.id = message.id and (ranked.at is not null or ranked.place > ranked.total * ${newest}::numeric)`.execute(db)
  await sql`
    update cc set read_at = message.read_at from message
    where message.document = cc.document and message.recipient = cc.person and message.kind = 'copied' and message.read_at is not null`
    .execute(db)
  await sql`
    update task set read = true
    where not exists (select 1 from message where message.document = task.document and message.recipient = task.assignee
      and message.read_at is null)`
    .execute(db)
}
