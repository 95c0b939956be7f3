import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#kernel/resource.ts'
import { fill } from '#server/architecture-tests/scope-records.ts'
import { migrationSets } from '#server/compose.ts'
import type { Db } from '#server/database/tables.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { testCaller } from '#server/http/testing.ts'
import { columnsOf, type ResourceColumn } from '#server/resources/columns.ts'
import { testHost } from '#server/resources/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { columnSubjects } from '#plugins/system/server/roles/columns.ts'
import declarations from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { anomaliesOf, anomaliesPage, explainOf, explainPage } from './anomalies.ts'
import { answerPage, everyRow } from './answers/answer.ts'
import { drillPage } from './answers/drill.ts'
import { workbookFile } from './answers/workbook.ts'
import { allOfForm, withheldOn } from './disclosure.ts'
import type { CountedPage } from './counted-page.ts'
import { addingMeasures, drillOf, queryOf } from './page-queries.ts'
import type { Register } from './extension-points.ts'
import { statisticsPages } from './testing-pages.ts'

const resources = new Map(declarations.flatMap((plugin) => plugin.resources).map((resource) => [resource.name, resource]))
const subjects = columnSubjects(declarations)
const period = { from: '2025-01-01', to: '2027-12-31', before: new Date('2027-12-31T00:00:00Z') }

/** Values with which made-up records count on a page. */
const counting: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  contract: { amount: '250.00', amount_rmb: '250.00', exec_state: '1', contract_name: 'Racks', counterparty: 'Rack works' },
  proposalIndex: { document_state: '1', est_end: '2026-01-05', actual_finish: '2026-01-20', score: 70 },
  directedSoftware: { status: '2', finished_date: '2026-01-09', software_name: 'Firmware', product: 'GW-200' },
  devWorkHour: { hours: '3.00', remark: 'Layout', work_type: 'pm' },
}
const other: Readonly<Record<ResourceColumn['type'], unknown>> = { text: '3', texts: ['3'], decimal: '7.00', integer: 9, boolean: false,
  date: '2026-03-03', timestamp: new Date('2026-03-03T00:00:00Z'), json: '["zz"]' }

const withRegister = statisticsPages.flatMap((page) => (page.entries ? [{ page, entries: page.entries }] : []))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets(serverPlugins) })
  for (const { entries } of withRegister) {
    for (const { subject } of entries.reads) {
      const resource = resources.get(subject)
      if (resource && !filled.has(subject)) await plant(resource)
    }
  }
})
afterAll(() => database?.drop())

const filled = new Set<string>()

type CountedRegister = (typeof withRegister)[number]

async function plant(resource: Resource): Promise<void> {
  filled.add(resource.name)
  await fill(database, resource)
  const values = Object.entries({ ...counting[resource.name], create_time: new Date('2026-01-01T00:00:00Z') })
  await sql`update ${sql.table(resource.table)} set ${sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}`.execute(
    database.db,
  )
}

type EntryRow = Readonly<Record<string, unknown>>

/** Reads the columns of single entries of a page, by their ids. */
async function entriesOf(db: Db, entries: Register): Promise<ReadonlyMap<string, EntryRow>> {
  const { rows } = await sql<EntryRow & { document: string }>`${entries.rows(period)}`.execute(db)
  const ids = rows.map(({ document }) => document)
  const records = entries.records && ids.length > 0 ? (await entries.records(ids).execute(db)).rows : []
  const titles = new Map(records.map(({ id, title }) => [id, title]))
  return new Map(rows.map((row) => [row.document, { ...row, title: titles.get(row.document) }]))
}

/** Titles, dimensions and measures that differ when a column of the records does; `*` where other entries count, or on other days. */
async function differing({ page, entries }: CountedRegister, resource: Resource,
  { name, type }: ResourceColumn): Promise<readonly string[]> {
  const shown = new Set(['title', 'department', 'person', ...Object.keys(page.dimensions),
    ...Object.entries(page.measures).map(([key, { sums }]) => sums ?? key)])
  const before = await entriesOf(database.db, entries)
  const after = await inRollback(async (db) => {
    await sql`update ${sql.table(resource.table)} set ${sql.ref(name)} = ${other[type]}`.execute(db)
    return entriesOf(db, entries)
  })
  expect(before.size).toBeGreaterThan(0)
  const keys = [...before].flatMap(([id, row]) => {
    const changed = after.get(id)
    if (!changed || String(changed['day']) !== String(row['day'])) return [allOfForm]
    return Object.keys(row).filter((key) => shown.has(key) && JSON.stringify(row[key]) !== JSON.stringify(changed[key]))
  })
  return [...new Set(keys)]
}

async function inRollback<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  let result: { readonly of: Result } | undefined
  const undo = new Error('undo')
  await database.db.transaction().execute(async (db) => {
    result = { of: await work(db) }
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return result!.of
}

const readerWithout = (resource: Resource, fields: readonly string[]) =>
  testCaller('reader', ['*'], { scopes: { '*': [{ scope: 'all', withSub: false, departments: [] }] },
    columns: { [resource.name]: Object.fromEntries(fields.map((field) => [field, 'hidden'])) } })

/** Answers or refusals of a page's questions to a reader: the page, its table in another order, of one day, by each dimension, outliers. */
async function answersOn(db: Db, page: CountedPage, caller: ReturnType<typeof testCaller>): Promise<readonly string[]> {
  const { host } = testHost(db, declarations, serverPlugins)
  const days = { from: '2025-01-01', to: '2027-12-31' }
  const rows = (more: object) => everyRow(host, { page, query: queryOf(page).parse({ ...days, ...more }), caller }, 1000)
  const [measure] = addingMeasures(page)
  const asked = [
    () => answerPage(host, { page, query: queryOf(page).parse(days), caller }),
    () => rows({ order: 'asc', ...('days' in page.measures && { sort: 'days' }) }),
    () => rows({ from: '2026-03-03', to: '2026-03-03' }),
    () => anomaliesPage(host, { page, query: anomaliesOf(page).parse({ ...days, measure }), caller }),
    ...Object.keys(page.dimensions).flatMap((by) => [
      () => explainPage(host, { page, query: explainOf(page).parse({ ...days, measure, by }), caller }),
      () => rows({ filters: { [by]: ['3', '2026-03-03'] } }),
    ]),
  ]
  return Promise.all(asked.map(async (ask) => JSON.stringify(await ask().catch((error: unknown) => String(error)))))
}

const cases = withRegister.flatMap((each) =>
  each.entries.reads.flatMap(({ subject }) => {
    const resource = resources.get(subject)
    return resource ? [[`${each.page.key} of ${subject}`, each, resource] as const] : []
  })
)

it('there are registers of records', () => {
  expect(cases.length).toBeGreaterThan(3)
})

describe.each(cases)('single entries of %s', (_, each, resource) => {
  const hideable = subjects.filter(({ subject }) => subject === resource.name).flatMap(({ fields }) => fields.map(({ field }) => field))

  it('keep what follows from a field that a role is not shown', async () => {
    const open: string[] = []
    for (const field of hideable) {
      const column = columnsOf(resource).get(field)
      if (!column) continue
      const withheld = withheldOn(each.page, { host: { plugins: declarations }, caller: readerWithout(resource, [field]) }).get('')
      for (const key of await differing(each, resource, column))
        if (!withheld?.has(key) && !withheld?.has(allOfForm)) open.push(`${key} tells of ${field}`)
    }
    expect(open).toEqual([])
  })

  it('are listed without it, and not at all where the question narrows by it', async () => {
    const { host } = testHost(database.db, declarations, serverPlugins)
    const deciding = each.entries.reads.flatMap(({ fields }) => fields[allOfForm] ?? [])
    const caller = readerWithout(resource, hideable.filter((field) => !deciding.includes(field)))
    const withheld = withheldOn(each.page, { host, caller }).get('') ?? new Set<string>()
    const ask = async (query: object) =>
      drillPage(host, { page: each.page, caller, query: drillOf(each.page).parse({ from: '2025-01-01', to: '2027-12-31', ...query }) })
    const { records, isWithheld } = await ask({})
    // proposals are documents, of which there are none here
    expect([records.length > 0, isWithheld]).toEqual([resource.name !== 'proposalIndex', undefined])
    expect(records.flatMap(({ figures }) => Object.keys(figures).filter((key) => withheld.has(key) && figures[key] !== null))).toEqual([])
    expect(records.filter(({ title, businessNo }) => withheld.has('title') && title !== businessNo)).toEqual([])
    const narrowed = await Promise.all(
      Object.keys(each.page.dimensions).filter((key) => withheld.has(key)).map((key) => ask({ row: { [key]: 'x' } })),
    )
    expect(narrowed.filter((answer) => answer.records.length > 0 || !answer.isWithheld)).toEqual([])
    for (const field of deciding.filter((name) => hideable.includes(name))) {
      const query = drillOf(each.page).parse({ from: '2025-01-01', to: '2027-12-31' })
      expect(await drillPage(host, { page: each.page, caller: readerWithout(resource, [field]), query })).toMatchObject({ records: [],
        isWithheld: true })
    }
  })

  it('say nothing of a field that a role is not shown in sums, orders and narrowed sums either', async () => {
    const disclosed: string[] = []
    const columns = hideable.flatMap((field) => columnsOf(resource).get(field) ?? [])
    for (const { name, wire, type } of columns) {
      const reader = readerWithout(resource, [wire])
      const before = await answersOn(database.db, each.page, reader)
      const after = await inRollback(async (db) => {
        await sql`update ${sql.table(resource.table)} set ${sql.ref(name)} = ${other[type]}`.execute(db)
        return answersOn(db, each.page, reader)
      })
      if (after.some((answer, place) => answer !== before[place])) disclosed.push(wire)
    }
    expect(disclosed).toEqual([])
  })
})

it('sums tell of fields that a reader is shown', async () => {
  const each = withRegister.find(({ page }) => page.key === 'proposalTimeout')!
  const resource = resources.get('proposalIndex')!
  const reader = readerWithout(resource, [])
  const before = await answersOn(database.db, each.page, reader)
  const after = await inRollback(async (db) => {
    await sql`update proposal_index set est_end = '2026-01-03'`.execute(db)
    return answersOn(db, each.page, reader)
  })
  expect(after.filter((answer, place) => answer !== before[place]).length).toBeGreaterThan(2)
})

it('a workbook whose groupings are all withheld has its totals below their own headings', async () => {
  const { page } = withRegister.find((each) => each.page.key === 'proposalTimeout')!
  const { host } = testHost(database.db, declarations, serverPlugins)
  const query = queryOf(page).parse({ from: period.from, to: period.to })
  const { content } = await workbookFile(host, { page: { ...page, groupBy: [] }, query, caller: testCaller('reader', ['*']),
    language: 'en' })
  const { rows: [head, ...rows] } = await parseWorkbook(content)
  expect(head?.cells).toHaveLength(Object.keys(page.measures).length + 2 * Object.keys(page.leading ?? {}).length)
  expect(rows.filter(({ cells }) => cells.length > (head?.cells.length ?? 0))).toEqual([])
})
