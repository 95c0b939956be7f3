import type { Db } from '#server/database/tables.ts'
import type { Workplace } from '#server/plugin.ts'
import { markHandled } from '#server/postings/writing.ts'
import { leasePostings, recordOutcome, sentLine } from '#server/postings/worker.ts'
import { personId } from './company/person-id.ts'
import { type DemoSamples, inOrder } from './extension-points.ts'
import { setManner } from './sap/answer.ts'
import { startGateway } from './sap/gateway.ts'
import { readMost, saveDrafts, talkedAbout } from './stories/background-activity.ts'
import type { Stage } from './stories/stage.ts'
import { fileStories, type DemoStory } from './stories/story.ts'

/** Vendor that is locked in SAP when the demo company starts, and for how many minutes. */
const lockedVendor = 'V200010'
const lockedFor = 180

/** Delay between decision and posting in ms. */
const wait = 40_000

/** Sends the postings of the seeded documents, each once, dated shortly after its decision. */
async function sendSeededPostings(stage: Stage): Promise<void> {
  const { host, db, anchor } = stage
  // seeded postings are not sent to a real SAP
  if (host.env.sap || host.env.sapSystem)
    return void (await db.updateTable('posting').set({ state: 'handled' }).where('state', '=', 'waiting').execute())
  await setManner(db, { manner: 'locked', about: lockedVendor, minutes: lockedFor }, anchor)
  const sent = new Set<string>()
  for (let leased = await leaseNew(db, sent, anchor); leased.length > 0; leased = await leaseNew(db, sent, anchor)) {
    for (const line of leased) {
      sent.add(line.id)
      const { created_at: decided } = await db.selectFrom('posting').select('created_at').where('id', '=', line.id)
        .executeTakeFirstOrThrow()
      const at = new Date(Math.min(decided.getTime() + wait, Math.max(decided.getTime(), anchor.getTime())))
      const outcome = (await host.postingCalls.get(line.call)?.send({ env: host.env, db, at }, await sentLine(db, line))) ??
        { outcome: 'unknown' as const }
      await recordOutcome({ ...host, db, clock: { now: () => at } }, db, { leased: line, outcome })
    }
  }
  await handleOld(stage)
}

/** Marks old refusals as handled manually, hours later. */
async function handleOld({ host, db, anchor }: Pick<Stage, 'host' | 'db' | 'anchor'>): Promise<void> {
  const old = await db.selectFrom('posting').select(['id', 'last_at']).where('state', '=', 'refused').where('created_at', '<',
    new Date(anchor.getTime() - 30 * 86_400_000))
    .execute()
  for (const { id, last_at: at } of old)
    await markHandled(host, db, { id, number: null, reason: '已在SAP扩展采购组织并手工建立信息记录', person: personId('it'),
      at: new Date((at ?? anchor).getTime() + 3 * 3_600_000) })
}

/** Leases due postings that were not sent yet; those that fail are left to the product's retries. */
async function leaseNew(db: Db, sent: ReadonlySet<string>, at: Date) {
  const due = await db.selectFrom('posting').select('id').where('state', '=', 'waiting').where('attempts', '=', 0).orderBy('id').limit(1)
    .executeTakeFirst()
  if (!due || sent.has(due.id)) return []
  return leasePostings(db, { at })
}

/**
 * Creates a year of demo data up to the host's current time from the samples of the modules: documents with their effects, read states,
 * drafts, and what rests on documents. `choose` lets tests select some of the documents.
 */
export async function liveThrough(workplace: Workplace, db: Db, unordered: readonly DemoSamples[],
  choose = (stories: readonly DemoStory[]): readonly DemoStory[] => stories): Promise<void> {
  const samples = inOrder(unordered)
  const anchor = workplace.host.clock.now()
  const stage: Stage = { ...workplace, db, anchor }
  // during the seed, the simulated SAP reads within this uncommitted transaction
  const close = await startGateway({ ...workplace.host, db, clock: { now: () => anchor } })
  await storiesOf(stage, samples).then((stories) => fileStories(stage, choose(talkedAbout(stories)))).then(() => sendSeededPostings(stage))
    .finally(close)
  await readMost(db, anchor)
  await saveDrafts(db, anchor, samples)
  for (const each of samples) await each.afterwards?.(stage)
}

async function storiesOf(stage: Stage, samples: readonly DemoSamples[]): Promise<readonly DemoStory[]> {
  const stories: DemoStory[] = []
  for (const each of samples) stories.push(...((await each.stories?.(stage)) ?? []))
  return stories
}
