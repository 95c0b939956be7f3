import type { Db } from '#server/database/tables.ts'
import type { Workplace } from '#server/plugin.ts'
import { accessStories } from './access/stories.ts'
import { applicationStories } from './applications/stories.ts'
import { saveBusinessCards } from './cards/cards.ts'
import { claimStories } from './claims/stories.ts'
import { contractStories } from './contracts/stories.ts'
import { generalStories } from './general/stories.ts'
import { saveBudgetUse } from './masters/budget-use.ts'
import { paymentStories } from './payments/stories.ts'
import { assetStories } from './research/assets.ts'
import { patentStories } from './research/patents.ts'
import { reviewStories } from './research/reviews.ts'
import { salesStories } from './sales/stories.ts'
import { startGateway } from './sap/gateway.ts'
import { sendSeededPostings } from './sap/sending.ts'
import { sapStories } from './sap/stories.ts'
import { sourcingStories } from './sourcing/stories.ts'
import { saveDrafts } from './stories/drafts.ts'
import { readMost } from './stories/reading.ts'
import type { Stage } from './stories/stage.ts'
import { talkedAbout } from './stories/talk.ts'
import { fileStories } from './stories/tell.ts'
import { travelStories } from './travel/stories.ts'

/** A year of the demo company up to its present: documents and what came of them, what was read, what is begun, what was spent before. */
export async function liveThrough(workplace: Workplace, db: Db, anchor: Date): Promise<void> {
  const stage: Stage = { ...workplace, db, anchor }
  // while the company is made up, its SAP sees what is not yet there for others, and no midnight comes
  const now = workplace.host.clock.now()
  const close = await startGateway({ ...workplace.host, db, clock: { now: () => now } })
  await storiesOf(stage, now).then((stories) => fileStories(stage, talkedAbout(stories))).then(() => sendSeededPostings(stage)).finally(
    close,
  )
  await readMost(db, anchor)
  await saveDrafts(db, anchor)
  await saveBusinessCards(stage)
  await saveBudgetUse(db, anchor)
}

/** The documents of each group of forms. */
async function storiesOf({ db, anchor, host: { env } }: Stage, now: Date) {
  // a real SAP is not asked to pay made-up vendors
  const throughSap = env.sap ? [] : await sapStories(db, anchor, now)
  return [
    ...claimStories(anchor),
    ...(await paymentStories(db, anchor)),
    ...(await applicationStories(db, anchor)),
    ...travelStories(anchor),
    ...(await contractStories(db, anchor)),
    ...(await generalStories(db, anchor)),
    ...assetStories(anchor),
    ...(await reviewStories(db, anchor)),
    ...(await patentStories(db, anchor)),
    ...(await sourcingStories(db, anchor)),
    ...(await salesStories(db, anchor)),
    ...(await accessStories(db, anchor)),
    ...throughSap,
  ]
}
