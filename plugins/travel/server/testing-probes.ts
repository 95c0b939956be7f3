import { sql } from 'kysely'
import { dataOf, defineReadProbes, idsOf, oneByOne } from '#server/architecture-tests/probes.ts'
import { clerkOf, units, unitsOf } from '#server/architecture-tests/scope-company.ts'

const path = '/oaserver/journeyRecord'

export default defineReadProbes({
  /** A trip of each unit's clerk. */
  async plant(db) {
    for (const { id } of units) {
      await sql`insert into journey_record (id, traveller_id, department_id, depart_time, arrive_time, journey_type)
        values (${`trip-${id}`}, ${clerkOf(id)}, ${id}, '2026-12-01 08:00', '2026-12-02 18:00', '1')`.execute(db)
    }
  },
  scoped: ({ ask }) => ({
    [`POST ${path}/page`]: {
      seen: async (person) => {
        const { records, total } = await dataOf<{ records: { id: string }[]; total: number }>(
          ask(person, 'POST', `${path}/page`, { mine: false, size: 100 }),
        )
        return [idsOf(records), total]
      },
      expected: (person) => [unitsOf(person).map(({ id }) => `trip-${id}`).toSorted(), unitsOf(person).length],
    },
    // empty: no probed person is the head of a unit; heads are covered by journeys.integration.test.ts
    [`GET ${path}/teamWeek`]: { seen: (person) => dataOf<null>(ask(person, 'GET', `${path}/teamWeek`)), expected: () => null },
    [`GET ${path}/:id`]: oneByOne(ask, { things: () => units, request: (id) => ['GET', `${path}/trip-${id}`], of: unitsOf }),
  }),
})
