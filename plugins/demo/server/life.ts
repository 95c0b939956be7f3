import type { Db } from '#server/database/tables.ts'
import type { Workplace } from '#server/plugin.ts'
import { accessStories } from './access/stories.ts'
import { applicationStories } from './applications/stories.ts'
import { saveBusinessCards } from './cards/cards.ts'
import { changeStories } from './changes/stories.ts'
import { claimStories } from './claims/stories.ts'
import { contractStories } from './contracts/stories.ts'
import { generalStories } from './general/stories.ts'
import { addedBookStories, borrowingStories } from './library/stories.ts'
import { saveBudgetUse } from './masters/budget-use.ts'
import { hasModule, partsOf } from './modules.ts'
import { paymentStories } from './payments/stories.ts'
import { planningStories } from './planning/stories.ts'
import { assetStories } from './research/assets.ts'
import { patentStories } from './research/patents.ts'
import { reviewStories } from './research/reviews.ts'
import { packingStories, salesStories } from './sales/stories.ts'
import { startGateway } from './sap/gateway.ts'
import { sendSeededPostings } from './sap/sending.ts'
import { sapStories } from './sap/stories.ts'
import { sourcingStories } from './sourcing/stories.ts'
import { saveDrafts } from './stories/drafts.ts'
import { readMost } from './stories/reading.ts'
import type { Stage } from './stories/stage.ts'
import { talkedAbout } from './stories/talk.ts'
import { fileStories, type Story } from './stories/story.ts'
import { travelStories } from './travel/stories.ts'

/**
 * Creates a year of demo data up to the host's current time: documents with their effects, read states, drafts, cards and budget use.
 * `choose` lets tests select some of the documents.
 */
export async function liveThrough(workplace: Workplace, db: Db,
  choose = (stories: readonly Story[]): readonly Story[] => stories): Promise<void> {
  const anchor = workplace.host.clock.now()
  const stage: Stage = { ...workplace, db, anchor }
  // during the seed, the simulated SAP reads within this uncommitted transaction
  const close = await startGateway({ ...workplace.host, db, clock: { now: () => anchor } })
  await storiesOf(stage).then((stories) => fileStories(stage, choose(talkedAbout(stories)))).then(() => sendSeededPostings(stage))
    .finally(close)
  await readMost(db, anchor)
  await saveDrafts(db, anchor)
  if (hasModule(workplace.host, 'cards')) await saveBusinessCards(stage)
  await saveBudgetUse(db, anchor)
}

interface StoryGroup {
  /** Id of the module that owns the documents; skipped if it is not installed. */
  readonly of: string
  stories(db: Db, anchor: Date): readonly Story[] | Promise<readonly Story[]>
}

/** Stories by group of forms. */
const groups: readonly StoryGroup[] = [
  { of: 'expenses', stories: (_, anchor) => claimStories(anchor) },
  { of: 'payments', stories: paymentStories },
  { of: 'expenses', stories: applicationStories },
  { of: 'travel', stories: (_, anchor) => travelStories(anchor) },
  { of: 'contracts', stories: contractStories },
  { of: 'proposals', stories: (_, anchor) => generalStories(anchor) },
  { of: 'library', stories: borrowingStories },
  { of: 'library', stories: addedBookStories },
  { of: 'assets', stories: (_, anchor) => assetStories(anchor) },
  { of: 'research', stories: reviewStories },
  { of: 'research', stories: patentStories },
  { of: 'procurement', stories: sourcingStories },
  { of: 'sales', stories: salesStories },
  { of: 'production', stories: packingStories },
  { of: 'production', stories: planningStories },
  { of: 'change-control', stories: changeStories },
  { of: 'it-access', stories: accessStories },
]

async function storiesOf({ db, anchor, host }: Stage): Promise<readonly Story[]> {
  const stories: Story[] = []
  // no invented payments are sent to a real SAP
  const throughSap = host.env.sap ? [] : await sapStories(db, anchor)
  for (const group of partsOf(host, groups)) stories.push(...(await group.stories(db, anchor)))
  return [...stories, ...throughSap]
}
