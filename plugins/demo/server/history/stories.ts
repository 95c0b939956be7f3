import { claimStory } from '../claims/stories.ts'
import { claimOf as claimOfApplication } from '../applications/application-claims.ts'
import { entertainment } from '../applications/entertainment.ts'
import { type ClaimPlan, drawnItems, filers } from '../claims/plan.ts'
import { budgetUnitOf } from '../company/units.ts'
import { type Chance, chance } from '../random.ts'
import { before } from '../stories/clock.ts'
import type { Story } from '../stories/story.ts'
import { travelClaim } from '../travel/claims.ts'
import { destinations, tripStory, type TripPlan } from '../travel/trips.ts'

/** Related documents filed one after the other, e.g. a trip and its claim. */
export interface Chapter {
  /** Unique name, recorded once it is filed. */
  readonly name: string
  readonly stories: readonly Story[]
}

/** Number of months up to the last finished one. */
const months = 24
const daysOfMonth = 30

/** Number of chapters per 30-day month; about 135 documents including claims of trips and dinners. */
const perMonth = { claims: 56, trips: 28, dinners: 13 }

/** Two years of ordinary documents before the anchor, oldest first, as a basis for statistical comparisons. Deterministic per anchor. */
export function history(anchor: Date): readonly Chapter[] {
  const people = filers().filter(({ userName }) => userName !== 'employee')
  return Array.from({ length: months }, (_, index) => months - index).flatMap((month) => {
    const day = (drawn: Chance) => month * daysOfMonth + drawn.between(0, daysOfMonth - 1)
    return [
      ...chapters('claim', perMonth.claims, month,
        (drawn, index) => [claimStory(claimOf(drawn, { index, at: filedAt(anchor, day(drawn), drawn), people }))]),
      ...chapters('trip', perMonth.trips, month,
        (drawn, index) => journey(anchor, tripOf(drawn, { name: `h${month}-${index}`, starts: -day(drawn), people }))),
      ...chapters('dinner', perMonth.dinners, month,
        (drawn, index) =>
          dinner(`h-dinner-${index}`,
            entertainment(drawn.between(0, 5), { index: 100 + month * daysOfMonth + index, at: filedAt(anchor, day(drawn), drawn),
              ends: fateOf(drawn) }))),
    ]
  })
}

function chapters(kind: string, count: number, month: number, storiesFor: (drawn: Chance, index: number) => readonly Story[]): Chapter[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${kind}-${month}-${index}`
    return { name, stories: storiesFor(chance(`history-${name}`), month * 100 + index) }
  })
}

/** A time within a working day. */
const filedAt = (anchor: Date, daysAgo: number, drawn: Chance): Date =>
  new Date(before(anchor, daysAgo, 9).getTime() + drawn.between(0, 420) * 60_000)

/** Random final state, nearly always completed. */
const fateOf = (drawn: Chance): Story['ends'] => drawn.pick([...Array<Story['ends']>(23).fill('completed'), 'refused', 'revoked'])

interface StoryContext {
  readonly index: number
  readonly at: Date
  readonly people: ReturnType<typeof filers>
}

function claimOf(drawn: Chance, { index, at, people }: StoryContext): ClaimPlan {
  const applicant = drawn.pick(people)
  const department = applicant.units[0]!
  const serial = 1_000_000 + index * 10
  return { index: serial, applicant, department, bearing: budgetUnitOf(department)!, fate: fateOf(drawn), currency: 'CNY', filedAt: at,
    passes: drawn.between(0, 1), waitsAt: undefined,
    items: drawnItems(drawn, serial).map((item) => (item.invoiceType === '1' ? { ...item, invoiceType: '2' } : item)),
    cut: drawn.between(0, 11) === 0 ? 0.2 : 0, moves: undefined }
}

function tripOf(drawn: Chance,
  { name, starts, people }: { readonly name: string; readonly starts: number; readonly people: ReturnType<typeof filers> }): TripPlan {
  const { userName, units: [department = ''] } = drawn.pick(people)
  const isDongguan = department.startsWith('dg-')
  const to = drawn.pick(destinations.filter((place) => place !== (isDongguan ? 'dongguan' : 'suzhou')))
  return { name, by: userName, department, bearing: budgetUnitOf(department)!, to, starts, days: drawn.between(1, 4), ends: 'completed' }
}

/** An entertainment request; two in three are claimed afterwards, some above the requested amount. */
function dinner(name: string, story: Story): readonly Story[] {
  const drawn = chance(`claimed-${name}`)
  if (story.ends !== 'completed' || drawn.between(0, 2) === 0) return [story]
  const share = drawn.pick([1, 1, 1, 0.9, 0.8, 1.1])
  return [{ ...story, name },
    claimOfApplication({ of: name, by: story.by, kind: '3', ends: 'completed', share },
      new Date(story.at.getTime() + 12 * millisecondsOfDay))]
}

const millisecondsOfDay = 86_400_000

/** A trip with its claim within two weeks. */
const journey = (anchor: Date,
  plan: TripPlan): readonly Story[] => [tripStory(plan, anchor),
  travelClaim({ of: plan.name, after: 3 + (-plan.starts % 11), ends: 'completed' }, plan, anchor)]
