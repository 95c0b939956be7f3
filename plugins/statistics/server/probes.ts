import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { type AccessCase, dataOf, defineReadProbes, type FiledDocument, rowsOf, type ReadWorld } from '#server/architecture-tests/probes.ts'
import { clerkOf, opens, type Person, units } from '#server/architecture-tests/scope-company.ts'
import { statisticsPages } from '../statistics/index.ts'
import type { DrillAnswer, OverviewAnswer, StatisticsAnswer } from '../wire.ts'

const period = { from: '2026-01-01', to: '2026-12-31' }

/** Powers of two: every sum tells what it is the sum of. */
const amountOf = (place: number): number => 2 ** place

/** The first measure that is summed. */
const measureOf = ({ measures }: StatisticsPage): string => Object.entries(measures).find(([, { unit, of }]) => unit !== 'documents' && of === undefined)?.[0] ?? ''

/** A fact of each unit on each page. */
async function plant(db: Db, documents: readonly FiledDocument[]): Promise<void> {
  for (const page of statisticsPages) {
    for (const [place, { id: unit }] of units.entries()) {
      const document = documents.find(({ department }) => department === unit)?.id ?? unit
      await db.insertInto('statistics_fact').values({ page: page.key, document, line: '0', day: '2026-08-15', department: unit, person: clerkOf(unit), dimensions: '{}',
        measures: JSON.stringify({ [measureOf(page)]: String(amountOf(place)) }), sign: 1, at: new Date('2026-08-15T04:00:00Z') }).execute()
    }
  }
}

const opened = (person: Person) => units.filter(({ id }) => opens(person, id))
const sumOf = (person: Person): number => units.reduce((sum, { id }, place) => sum + (opens(person, id) ? amountOf(place) : 0), 0)

const ofPage = ({ ask }: ReadWorld, page: StatisticsPage): Record<string, AccessCase> => {
  const path = `/oaserver/statistics/${page.key}`
  const measure = measureOf(page)
  return {
    [`POST ${path}`]: {
      seen: async (person) => Number((await dataOf<StatisticsAnswer>(ask(person, 'POST', path, period))).totals[measure]),
      expected: sumOf,
    },
    [`POST ${path}/drill`]: {
      seen: async (person) => {
        const { records, total, totals } = await dataOf<DrillAnswer>(ask(person, 'POST', `${path}/drill`, { ...period, size: 100 }))
        return [records.length, total, Number(totals[measure])]
      },
      expected: (person) => [opened(person).length, opened(person).length, sumOf(person)],
    },
    // the totals are a row of their own
    ...Object.fromEntries(['export', 'download'].map((name) => [`GET ${path}/${name}`, {
      seen: (person: Person) => rowsOf(ask(person, 'GET', `${path}/${name}?asked=${encodeURIComponent(JSON.stringify(period))}`)),
      expected: (person: Person) => opened(person).length + 1,
    }])),
  }
}

export default defineReadProbes({
  plant,
  scoped: (world) => ({
    ...Object.assign({}, ...statisticsPages.map((page) => ofPage(world, page))) as Record<string, AccessCase>,
    'GET /oaserver/statistics/overview': {
      seen: async (person) => {
        const answer = await dataOf<OverviewAnswer>(world.ask(person, 'GET', `/oaserver/statistics/overview?from=${period.from}&to=${period.to}`))
        return answer.map(({ page }) => page).length
      },
      expected: () => statisticsPages.length,
    },
  }),
})
