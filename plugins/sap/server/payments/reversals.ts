import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { sapPayment } from '#plugins/sap/types/sapPayment/index.ts'
import { type SapClient, sapClient } from '../client.ts'
import { SapFailure } from '../failure.ts'
import { sapSettings } from '../settings.ts'
import '../tables.ts'
import { postingStatus } from '../wire.ts'

/** Postings that are asked about in one go. */
const atOnce = 50

/** Returns whether SAP has said that what it posted is reversed; by the number that the payment carries. */
export async function isReversed(db: Db, posting: string): Promise<boolean> {
  return (await db.selectFrom('sap_posting').select('posting').where('posting', '=', posting).where('reversal', 'is not', null)
    .executeTakeFirst()) !== undefined
}

/** Reads back what has become of payments that SAP posted: what is reversed there may be revoked or voided here. */
export const readReversals: Job = {
  name: 'sapReversals',
  every: minutes(10),
  async run({ host: { env }, db, at, signal }) {
    if (!sapSettings(env)) return
    const client = sapClient(env)
    for (const posting of await leastRecentlyRead(db)) {
      if (signal.aborted) return
      const reversal = await reversalOf(client, posting)
      if (reversal === 'mute') return
      const changes = { asked_at: at, reversal }
      await db.insertInto('sap_posting').values({ posting, ...changes }).onConflict((conflict) =>
        conflict.column('posting').doUpdateSet(changes)
      ).execute()
    }
  },
}

/** Postings of payments that are still alive, the longest unasked first. */
async function leastRecentlyRead(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ posting: string }>`
    select document.value ->> 'sapPostNo' as posting from document
    left join sap_posting asked on asked.posting = document.value ->> 'sapPostNo'
    where document.type = ${sapPayment.key} and document.state in ('inApproval', 'completed') and document.value ->> 'sapPostNo' is not null
      and asked.reversal is null
    order by asked.asked_at nulls first, document.id limit ${atOnce}`.execute(db)
  return rows.map(({ posting }) => posting)
}

/** The number of the document that reversed it; nothing while it stands, or where SAP does not know it. */
async function reversalOf(client: SapClient, posting: string): Promise<string | null | 'mute'> {
  const [number = '', year = ''] = posting.split('/')
  try {
    const { reversal } = await client.get(`/payments/${encodeURIComponent(number)}/${encodeURIComponent(year)}`, {}, postingStatus)
    return reversal ? `${reversal.documentNo}/${reversal.fiscalYear}` : null
  } catch (error) {
    if (!(error instanceof SapFailure)) throw error
    return error.kind === 'missing' ? null : 'mute'
  }
}
