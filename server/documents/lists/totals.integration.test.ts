import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentReader } from '../visibility/scope.ts'
import { stateCodes } from '../wire.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'
import type { ListFilter } from './list-types.ts'
import { count, figures, statesOf } from './lists.ts'
import { foldDocumentTotals, knownTotals } from './totals.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

const whole: DocumentReader = { id: 'boss', types: 'all', departments: 'all' }
/** Heads of departments, of all types or of one; they also filed documents in other departments. */
const heads: readonly DocumentReader[] = [{ id: 'head', types: 'all', departments: ['works'] }, { id: 'wang', types: ['plain'],
  departments: ['works', 'office'] }, { id: 'wang', types: 'all', departments: ['office'] }]
/** Accountants of departments, which bear costs of other departments' documents. */
const bookkeepers: readonly DocumentReader[] = [{ id: 'head', types: 'all', departments: ['works'], keepsBooks: true }, { id: 'wang',
  types: ['plain'], departments: ['office'], keepsBooks: true }]
const filters: readonly ListFilter[] = [
  {},
  { businessTypes: ['plain'] },
  { businessTypes: ['plain', 'listed'], state: 1 },
  ...Object.values(stateCodes).map((state) => ({ state })),
  { departments: ['works'] },
  { departments: ['office'], state: 1 },
  { state: 99 },
  { from: '2026-09-10', to: '2026-11-05' },
  { from: '2026-10-01', to: '2026-10-31', state: 1 },
  { from: '2026-10-05', to: '2026-10-20', businessTypes: ['listed'] },
  { from: '2026-09-20', to: '2026-11-20' },
  { from: '2026-10-25', to: '2026-11-03', state: 1 },
  { from: '2026-09-30', departments: ['works'] },
  { to: '2026-10-01', state: 1 },
]

/** Compares the stored totals of the list of all with its rows. */
async function agree(): Promise<void> {
  for (const reader of [whole, ...heads, ...bookkeepers]) for (const filter of filters) await agreeFor(reader, filter)
}

async function agreeFor(reader: DocumentReader, filter: ListFilter): Promise<void> {
  const { db } = product.database
  const listing = { db, reader, at: new Date() }
  const { rows } = await sql<{ state: string; count: number; amount: number }>`
    select state, count(*)::integer as count, coalesce(sum(amount), 0)::float8 as amount from document
    where ${oneOf('type', filter.businessTypes)} and ${oneOf('department', filter.departments)} and ${oneOf('state', statesNamed(filter))}
      and (started_at at time zone 'Asia/Shanghai')::date between ${filter.from ?? '2000-01-01'}::date and ${
    filter.to ?? '2099-12-31'
  }::date
      and (starter = ${reader.id} or (${oneOf('type', reader.types)} and (${oneOf('department', reader.departments)} or ${
    borneBy(reader)
  })))
    group by state order by state`.execute(db)
  const [said, states] = await Promise.all([figures(listing, 'all', filter), statesOf(listing, 'all', filter)])
  const [total, amount] = [rows.reduce((sum, row) => sum + row.count, 0), rows.reduce((sum, row) => sum + row.amount, 0)]
  const what = [reader, filter]
  expect([what, said.total, Number(said.amount)]).toEqual([what, total, amount])
  expect([what, await count(listing, 'all', filter)]).toEqual([what, total])
  expect([what, states.map((each) => ({ ...each, amount: Number(each.amount) }))]).toEqual([what, rows])
}

const oneOf = (column: string,
  values: 'all' | readonly string[] = 'all') => (values === 'all' ? sql`true` : sql`${sql.ref(column)} = any(${[...values]}::text[])`)

const borneBy = (
  { departments, keepsBooks }: DocumentReader,
) => (keepsBooks && departments !== 'all' ? sql`bearing ?| ${[...departments]}::text[]` : sql`false`)

const statesNamed = (
  { state }: ListFilter,
) => (state === undefined ? 'all' : Object.entries(stateCodes).filter(([, code]) => code === state).map(([name]) => name))

const fold = () => foldDocumentTotals.run({ db: product.database.db } as Parameters<typeof foldDocumentTotals.run>[0])

describe('totals that are known', () => {
  it('follow filing, passing, refusing and revoking', async () => {
    const ids: string[] = []
    const { now } = product.clock
    const today = now().getTime()
    for (let index = 1; index <= 14; index += 1) {
      product.clock.now = () => new Date(today - index * 7 * 86_400_000)
      ids.push(await on.file(index % 3 === 0 ? 'listed' : 'plain', { amount: `${index}.50` }))
    }
    product.clock.now = now
    await agree()
    await on.pass(ids[0]!, 'head')
    await on.do('refuse', ids[1]!, 'head', { comment: '不同意' })
    expect(await product.as('wang').post('/workflow/abort', { procInstId: ids[3]!, comment: '撤回' })).toMatchObject({ code: 200 })
    await agree()
    await product.audit()
  })

  it('are the same before and after they are added up, also while documents are filed and by two at once', async () => {
    const changes = async () =>
      (await sql<
        { count: number }
      >`select ((select count(*) from document_total) + (select count(*) from document_state_total))::integer as count`.execute(
        product.database.db,
      ))
        .rows[0]?.count ?? 0
    for (let index = 0; index < 12; index += 1) await on.file('plain', { amount: '3.00' })
    const before = await changes()
    await Promise.all([fold(), fold(), on.file('plain', { amount: '7.00' }), agreeSoon()])
    expect(await changes()).toBeLessThan(before)
    await agree()
    await product.audit()
  })

  it('follow whatever changes a row, and are missed by the recount where they are wrong', async () => {
    const { db } = product.database
    await sql`update document set amount = coalesce(amount, 0) + 1, department = 'office' where type = 'listed'`.execute(db)
    await sql`update document set bearing = '["office", "works", "works"]' where amount < 5`.execute(db)
    await sql`update document set bearing = '["works"]' where amount between 8 and 11`.execute(db)
    await agree()
    // the bearing departments are derived from values, which this recount does not read
    await sql`update document set bearing = '[]'`.execute(db)
    await agree()
    await sql`insert into document_total values ('plain', 'works', 'inApproval', '[]', 1, 5)`.execute(db)
    await expect(product.audit()).rejects.toThrow(/the total of plain works inApproval deviates from its documents/)
    await sql`insert into document_total values ('plain', 'works', 'inApproval', '[]', -1, -5)`.execute(db)
    await sql`insert into document_state_total values ('2026-10-01', 'inApproval', 1, 5)`.execute(db)
    await expect(product.audit()).rejects.toThrow(/the total of the month of 2026-10 inApproval deviates from its documents/)
    await sql`insert into document_state_total values ('2026-10-01', 'inApproval', -1, -5)`.execute(db)
    await product.audit()
  })

  it('are used by whoever sees documents by right, for filters that they are kept by, and by nobody else', () => {
    const isKnown = (reader: Partial<DocumentReader>, filter: ListFilter = {}, list: Parameters<typeof knownTotals>[1] = 'all') =>
      knownTotals({ reader: { ...whole, ...reader } }, list, filter) !== undefined
    expect([isKnown({}),
      isKnown({}, { state: 1, departments: ['works'], businessTypes: ['plain'], from: '2026-01-01', keyword: '', overdue: false,
        own: [] })]).toEqual([true, true])
    expect([isKnown({ types: ['plain'] }), isKnown({ departments: ['works'] }), isKnown({ keepsBooks: true })]).toEqual([true, true, true])
    expect(isKnown({ departments: ['works'], keepsBooks: true })).toBe(true)
    expect([isKnown({ types: [] }), isKnown({ departments: [] }), isKnown({}, {}, 'initiated')]).toEqual([false, false, false])
    for (const filter of [{ keyword: 'x' }, { initiator: 'wang' }, { overdue: true }, { node: ['first'] }, { initiatorGone: true }, {
      problem: true,
    }, {
      title: 'x',
    }] as const)
      expect([filter, isKnown({}, filter)]).toEqual([filter, false])
  })
})

/** Checks that a concurrent reader never sees a document twice or not at all. */
async function agreeSoon(): Promise<void> {
  const { db } = product.database
  const seen = new Set<number>()
  for (let look = 0; look < 20; look += 1) seen.add((await figures({ db, reader: whole, at: new Date() }, 'all', {})).total)
  expect([...seen].every((total) => total === 26 || total === 27)).toBe(true)
}
