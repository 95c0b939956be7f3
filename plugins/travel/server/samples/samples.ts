import { type Chance, type DemoPerson, type DemoStory, type Occasion, budgetUnitOf, demoSamples,
  personId } from '#plugins/demo/server/public-api.ts'
import { travelClaim, travelStories } from './claims.ts'
import { saveKnownDistances, saveKnownDrivers } from './records.ts'
import { destinations, type TripPlan, tripStory } from './trips.ts'

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'travel.distances',
  sort: 160,
  records: (db, { at }) => saveKnownDistances(db, { by: personId('finance'), at }),
}, {
  key: 'travel.drivers',
  sort: 180,
  records: (db, { at }) => saveKnownDrivers(db, { by: personId('linfang'), at }),
}, {
  key: 'travel.documents',
  sort: 340,
  stories: ({ anchor }) => travelStories(anchor),
  past: { name: 'trip', perMonth: 28, stories: journey },
})

/** A trip with its claim within two weeks. */
function journey({ anchor, drawn, month, serial, day, people }: Occasion): readonly DemoStory[] {
  const plan = tripOf(drawn, { name: `h${month}-${serial}`, starts: -day(), people })
  return [tripStory(plan, anchor), travelClaim({ of: plan.name, after: 3 + (-plan.starts % 11), ends: 'completed' }, plan, anchor)]
}

function tripOf(drawn: Chance,
  { name, starts, people }: { readonly name: string; readonly starts: number; readonly people: readonly DemoPerson[] }): TripPlan {
  const { userName, units: [department = ''] } = drawn.pick(people)
  const isDongguan = department.startsWith('dg-')
  const to = drawn.pick(destinations.filter((place) => place !== (isDongguan ? 'dongguan' : 'suzhou')))
  return { name, by: userName, department, bearing: budgetUnitOf(department)!, to, starts, days: drawn.between(1, 4), ends: 'completed' }
}
