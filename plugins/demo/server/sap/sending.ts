import type { Db } from '#server/database/tables.ts'
import { markHandled } from '#server/postings/handling.ts'
import { leasePostings, recordOutcome } from '#server/postings/worker.ts'
import { personId } from '../company/save-company.ts'
import type { Stage } from '../stories/stage.ts'
import { setManner } from './manner.ts'

/** This vendor is being changed by somebody in SAP on the day that the demo company begins. */
const lockedVendor = 'V200010'
const lockedFor = 180

/** Milliseconds until a line is posted. */
const wait = 40_000

/** Sends what the documents of the company post, each line once, shortly after its decision. */
export async function sendSeededPostings(stage: Stage): Promise<void> {
  const { host, db, anchor } = stage
  // made-up records are not sent to a real SAP
  if (host.env.sap) return void (await db.updateTable('posting').set({ state: 'handled' }).where('state', '=', 'waiting').execute())
  await setManner(db, { manner: 'locked', about: lockedVendor, minutes: lockedFor }, anchor)
  const sent = new Set<string>()
  for (let leased = await leaseNew(db, sent, anchor); leased.length > 0; leased = await leaseNew(db, sent, anchor)) {
    for (const line of leased) {
      sent.add(line.id)
      const { created_at: decided } = await db.selectFrom('posting').select('created_at').where('id', '=', line.id)
        .executeTakeFirstOrThrow()
      const at = new Date(Math.min(decided.getTime() + wait, Math.max(decided.getTime(), anchor.getTime())))
      const outcome = (await host.postingCalls.get(line.call)?.send({ env: host.env, at }, line)) ?? { outcome: 'unknown' as const }
      await recordOutcome({ ...host, db, clock: { now: () => at } }, db, { leased: line, outcome })
    }
  }
  await handleOld(stage)
}

/** Refusals of long ago were corrected by hand, hours after them. */
async function handleOld({ host, db, anchor }: Pick<Stage, 'host' | 'db' | 'anchor'>): Promise<void> {
  const old = await db.selectFrom('posting').select(['id', 'last_at']).where('state', '=', 'refused').where('created_at', '<',
    new Date(anchor.getTime() - 30 * 86_400_000))
    .execute()
  for (const { id, last_at: at } of old)
    await markHandled(host, db, { id, number: null, reason: '已在SAP扩展采购组织并手工建立信息记录', person: personId('it'),
      at: new Date((at ?? anchor).getTime() + 3 * 3_600_000) })
}

/** Lines that are due and were not sent yet; what could not be posted at once waits for the product. */
async function leaseNew(db: Db, sent: ReadonlySet<string>, at: Date) {
  const due = await db.selectFrom('posting').select('id').where('state', '=', 'waiting').where('attempts', '=', 0).orderBy('id').limit(1)
    .executeTakeFirst()
  if (!due || sent.has(due.id)) return []
  return leasePostings(db, { at })
}
