import { statisticsCall, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type AccessCase, dataOf, defineReadProbes, type FiledDocument, rowsOf, type ReadWorld } from '#server/architecture-tests/probes.ts'
import { clerkOf, opens, type ScopePerson, units } from '#server/architecture-tests/scope-company.ts'
import { statisticsPages } from './testing-pages.ts'
import type { AnomaliesAnswer, DrillAnswer, ExplainAnswer, ForecastAnswer, ItemsAnswer, OccurringAnswer, OverviewAnswer,
  StatisticsAnswer } from '../wire.ts'

const period = { from: '2026-08-01', to: '2026-12-31' }

/** Pages counted from facts; those of registers are probed with records planted by their modules. */
const ofFacts = statisticsPages.filter(({ register }) => register === undefined)

/** Amounts are powers of two: each sum identifies its summands. */
const amountOf = (place: number): number => 2 ** place

/** Key of the first summed measure. */
const measureOf = ({ measures }: StatisticsPage): string =>
  Object.entries(measures).find(([, { unit, of }]) => unit !== 'documents' && of === undefined)?.[0] ?? ''

/** Ids of the documents for which facts of units are planted. */
const countedOf = (documents: readonly FiledDocument[]): readonly string[] =>
  units.map(({ id: unit }) => documents.find(({ department }) => department === unit)?.id ?? unit)

/** Inserts a fact per unit and page. */
async function plant(db: Db, documents: readonly FiledDocument[]): Promise<void> {
  const counted = countedOf(documents)
  for (const page of ofFacts) {
    for (const [place, { id: unit }] of units.entries()) {
      const document = counted[place] ?? unit
      await db.insertInto('statistics_fact').values({ page: page.key, document, line: '0', day: '2026-08-15', department: unit,
        person: clerkOf(unit), dimensions: '{}', measures: JSON.stringify({ [measureOf(page)]: String(amountOf(place)) }), sign: 1,
        at: new Date('2026-08-15T04:00:00Z') }).execute()
      // ten times as much in months of the previous year, so that this year's month is an anomaly
      for (const month of ['09', '10', '11', '12'])
        await db.insertInto('statistics_fact').values({ page: page.key, document, line: month, day: `2025-${month}-15`, department: unit,
          person: clerkOf(unit), dimensions: '{}', measures: JSON.stringify({ [measureOf(page)]: String(amountOf(place) * 10) }), sign: 1,
          at: new Date('2026-08-15T04:00:00Z') }).execute()
    }
  }
  for (const [place, { id: unit }] of units.entries()) await plantEntries(db, unit, place)
  // documents filed today would only count tomorrow
  await sql`update document set started_at = started_at - interval '1 day' where id = any(${documents.map(({ id }) => id)}::text[])`
    .execute(db)
}

/** Inserts work hours, software and a late proposal of a unit; budgets and contracts are planted by their modules. */
async function plantEntries(db: Db, unit: string, place: number): Promise<void> {
  const clerk = clerkOf(unit)
  const at = '2026-08-15T12:00:00+08:00'
  await sql`insert into dev_work_hour (id, work_date, user_id, department_id, project_id, work_type, hours)
    values (${`hours-${unit}`}, '2026-08-15', ${clerk}, ${unit}, 'project', 'pm', ${place + 1})`.execute(db)
  await sql`insert into directed_software (id, request_no, customer_id, product, software_name, software_version, planned_date, owner,
    department_id, create_time)
    values (${`software-${unit}`}, ${`DX-${unit}`}, 'customer', 'GW-200', 'Firmware', 'V1', '2026-09-01', ${clerk}, ${unit}, ${at})`
    .execute(db)
  await sql`insert into proposal_index (id, business_no, name, document_state, initiator, department_id, est_end, eligible,
    first_judge_excellent, excellent, year, department_ids, people, create_time)
    values (${`proposal-${unit}`}, ${`TA-${unit}`}, 'Racks', '1', ${clerk}, ${unit}, '2026-08-20', false, false, false, 2026,
      array[${unit}]::text[], array[${clerk}]::text[], ${at})`
    .execute(db)
}

const opened = (person: ScopePerson) => units.filter(({ id }) => opens(person, id))
const sumOf = (person: ScopePerson): number => units.reduce((sum, { id }, place) => sum + (opens(person, id) ? amountOf(place) : 0), 0)

const ofPage = ({ ask, documents }: ReadWorld, page: StatisticsPage): Record<string, AccessCase> => {
  const path = statisticsCall(page)
  const measure = measureOf(page)
  const rows = (person: ScopePerson) => (page.groupBy.includes('department') ? opened(person).length : Math.min(opened(person).length, 1))
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
    ...(page.facts.length > 0 && {
      [`POST ${path}/items`]: {
        seen: async (person) => {
          const answers = await Promise.all(
            countedOf(documents()).map((document) =>
              dataOf<ItemsAnswer>(ask(person, 'POST', `${path}/items`, { ...period, measure, document }))
            ),
          )
          return answers.flat().reduce((sum, { figures }) => sum + Number(figures[measure]), 0)
        },
        expected: sumOf,
      },
    }),
    ...questions({ ask, path, measure }, sumOf, rows),
    // the totals are an additional row
    ...Object.fromEntries(['export', 'download'].map((name) => [`GET ${path}/${name}`, {
      seen: (person: ScopePerson) => rowsOf(ask(person, 'GET', `${path}/${name}?asked=${encodeURIComponent(JSON.stringify(period))}`)),
      expected: (person: ScopePerson) => rows(person) + 1,
    }])),
  }
}

interface QuestionProbe {
  readonly ask: ReadWorld['ask']
  readonly path: string
  readonly measure: string
  readonly dates?: typeof period
  /** Filters that exclude per-person rows that are not records. */
  readonly filters?: Readonly<Record<string, readonly string[]>>
}

/** Probes for explanation, forecast and anomalies in a person's scope. */
function questions({ ask, path, measure, dates = period, filters = {} }: QuestionProbe, sum: (person: ScopePerson) => number,
  unusual: (person: ScopePerson) => number): Record<string, AccessCase> {
  const to = <Answer>(person: ScopePerson, question: string, further: object = {}) =>
    dataOf<Answer>(ask(person, 'POST', `${path}/${question}`, { ...dates, measure, ...further }))
  return {
    [`POST ${path}/explain`]: {
      seen: async (person) => {
        const { now, parts } = await to<ExplainAnswer>(person, 'explain', { by: 'department' })
        return [Number(now), parts.reduce((total, { now: part }) => total + Number(part), 0)]
      },
      expected: (person) => [sum(person), sum(person)],
    },
    [`POST ${path}/values`]: {
      seen: async (person) => {
        const values = await dataOf<OccurringAnswer>(ask(person, 'POST', `${path}/values`, { ...dates, filters, dimension: 'department' }))
        return values.filter(({ value }) => units.some(({ id }) => id === value)).length
      },
      expected: (person) => opened(person).length,
    },
    [`POST ${path}/forecast`]: { seen: async (person) => Number((await to<ForecastAnswer>(person, 'forecast')).counted), expected: sum },
    [`POST ${path}/anomalies`]: { seen: async (person) => (await to<AnomaliesAnswer>(person, 'anomalies')).length, expected: unusual },
  }
}

interface RegisterProbe {
  readonly measure: string
  /** Sum of a unit's records, by the unit's index. */
  amount(place: number): number
  readonly period?: typeof period
  readonly filters?: QuestionProbe['filters']
}

/** Probes of the pages of registers, with the sums of each unit’s records. */
const registered: Readonly<Record<string, RegisterProbe>> = {
  budget: { measure: 'budget', amount: amountOf },
  budgetNew: { measure: 'budget', amount: amountOf },
  contractLedger: { measure: 'amount', amount: () => 100, period: { from: '2026-01-01', to: '2026-12-31' } },
  devWorkHour: { measure: 'hours', amount: (place) => place + 1 },
  directedSoftware: { measure: 'open', amount: () => 1 },
  // per-person targets have no state
  annualEligibleProposal: { measure: 'submitted', amount: () => 1, filters: { state: ['1'] } },
  proposalTimeout: { measure: 'days', amount: () => 91 },
}

function ofRegister({ ask }: ReadWorld, key: string): Record<string, AccessCase> {
  const page = statisticsPages.find((each) => each.key === key)
  const { measure, amount, period: dates = period, filters = {} }: RegisterProbe = registered[key] ?? { measure: '', amount: () => 0 }
  if (!page) return {}
  const path = statisticsCall(page)
  const sum = (person: ScopePerson) => units.reduce((total, { id }, place) => total + (opens(person, id) ? amount(place) : 0), 0)
  return {
    [`POST ${path}`]: { seen: async (person) => Number((await dataOf<StatisticsAnswer>(ask(person, 'POST', path, dates))).totals[measure]),
      expected: sum },
    [`POST ${path}/drill`]: {
      seen: async (person) => {
        const { records, total, totals } = await dataOf<DrillAnswer>(ask(person, 'POST', `${path}/drill`, { ...dates, measure, size: 100 }))
        return [records.length <= total, total, Number(totals[measure])]
      },
      expected: (person) => [true, opened(person).length, sum(person)],
    },
    ...questions({ ask, path, measure, dates, filters }, sum, () => 0),
    ...Object.fromEntries(['export', 'download'].map((name) => [`GET ${path}/${name}`, {
      seen: async (person: ScopePerson) =>
        (await rowsOf(ask(person, 'GET', `${path}/${name}?asked=${encodeURIComponent(JSON.stringify(dates))}`))) > 1,
      // each person has a target of their own
      expected: (person: ScopePerson) => opened(person).length > 0 || (key === 'annualEligibleProposal' && person.departments.length > 0),
    }])),
  }
}

/** Pages that are probed by their first headline measure, with the figure of a unit by its index. */
const headed = statisticsPages.flatMap((page) => {
  const { measure, amount, period: own }: RegisterProbe = registered[page.key] ?? { measure: measureOf(page), amount: amountOf }
  return measure === page.headline[0] && own === undefined ? [{ key: page.key, amount }] : []
})

export default defineReadProbes({
  same: ['GET /oaserver/statistics/refreshState'],
  plant,
  own: { 'GET /oaserver/statistics/reports': 'plugins/statistics/server/reports/reports.integration.test.ts' },
  scoped: (world) => ({
    ...Object.assign({}, ...ofFacts.map((page) => ofPage(world, page)),
      ...Object.keys(registered).map((key) => ofRegister(world, key))) as Record<string, AccessCase>,
    'GET /oaserver/statistics/overview': {
      seen: async (person) => {
        const answer = await dataOf<OverviewAnswer>(
          world.ask(person, 'GET', `/oaserver/statistics/overview?from=${period.from}&to=${period.to}`),
        )
        return [answer.length, ...headed.map(({ key }) => Number(answer.find(({ page }) => page === key)?.headline.value ?? 0))]
      },
      expected: (
        person,
      ) => [statisticsPages.length,
        ...headed.map(({ amount }) => units.reduce((sum, { id }, place) => sum + (opens(person, id) ? amount(place) : 0), 0))],
    },
  }),
})
