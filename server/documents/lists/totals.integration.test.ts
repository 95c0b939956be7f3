import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reader } from '../visibility/scope.ts'
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

const whole: Reader = { id: 'boss', types: 'all', departments: 'all' }
const filters: readonly ListFilter[] = [
  {},
  { businessTypes: ['plain'] },
  { businessTypes: ['plain', 'listed'], state: 1 },
  ...Object.values(stateCodes).map((state) => ({ state })),
  { departments: ['works'] },
  { departments: ['office'], state: 1 },
  { state: 99 },
]

/** What is known of the lists of everything is what stands in them. */
async function agree(): Promise<void> {
  const { db } = product.database
  const listing = { db, reader: whole, at: new Date() }
  for (const filter of filters) {
    const types = filter.businessTypes ?? null
    const state = filter.state === undefined ? null : (Object.entries(stateCodes).find(([, code]) => code === filter.state)?.[0] ?? 'none')
    const { rows } = await sql<{ state: string; count: number; amount: number }>`
      select state, count(*)::integer as count, coalesce(sum(amount), 0)::float8 as amount from document
      where (${types}::text[] is null or type = any(${types}::text[])) and (${state}::text is null or state = ${state}) and (${filter.departments ?? null}::text[] is null
        or department = any(${filter.departments ?? null}::text[])) group by state order by state`.execute(db)
    const [said, states] = await Promise.all([figures(listing, 'all', filter), statesOf(listing, 'all', filter)])
    const [total, amount] = [rows.reduce((sum, row) => sum + row.count, 0), rows.reduce((sum, row) => sum + row.amount, 0)]
    expect([filter, said.total, Number(said.amount)]).toEqual([filter, total, amount])
    expect([filter, await count(listing, 'all', filter)]).toEqual([filter, total])
    expect([filter, states.map((each) => ({ ...each, amount: Number(each.amount) }))]).toEqual([filter, rows])
  }
}

const fold = () => foldDocumentTotals.run({ db: product.database.db } as Parameters<typeof foldDocumentTotals.run>[0])

describe('totals that are known', () => {
  it('follow filing, passing, refusing and revoking', async () => {
    const ids: string[] = []
    for (let index = 1; index <= 14; index += 1) ids.push(await on.file(index % 3 === 0 ? 'listed' : 'plain', { amount: `${index}.50` }))
    await agree()
    await on.pass(ids[0]!, 'head')
    await on.do('refuse', ids[1]!, 'head', { comment: '不同意' })
    expect(await product.as('wang').post('/workflow/abort', { procInstId: ids[3]!, comment: '撤回' })).toMatchObject({ code: 200 })
    await agree()
    await product.audit()
  })

  it('are the same before and after they are added up, also while documents are filed and by two at once', async () => {
    const changes = async () => (await sql<{ count: number }>`select count(*)::integer as count from document_total`.execute(product.database.db)).rows[0]?.count ?? 0
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
    await agree()
    await sql`insert into document_total values ('plain', 'works', 'inApproval', 1, 5)`.execute(db)
    await expect(product.audit()).rejects.toThrow(/the total of plain works inApproval deviates from its documents/)
    await sql`insert into document_total values ('plain', 'works', 'inApproval', -1, -5)`.execute(db)
    await product.audit()
  })

  it('are used by whoever sees all of it, for filters that they are kept by, and by nobody else', () => {
    const isKnown = (reader: Partial<Reader>, filter: ListFilter = {}, list: Parameters<typeof knownTotals>[1] = 'all') =>
      knownTotals({ reader: { ...whole, ...reader } }, list, filter) !== undefined
    expect([isKnown({}), isKnown({}, { state: 1, departments: ['works'], businessTypes: ['plain'], keyword: '', overdue: false, own: [] })]).toEqual([true, true])
    expect([isKnown({ types: ['plain'] }, { businessTypes: ['plain'] }), isKnown({ types: ['plain'] }), isKnown({ types: ['plain'] }, { businessTypes: ['listed'] })]).toEqual([
      true,
      false,
      false,
    ])
    expect([isKnown({ departments: ['works'] }), isKnown({}, {}, 'initiated')]).toEqual([false, false])
    for (const filter of [{ keyword: 'x' }, { from: '2026-01-01' }, { initiator: 'wang' }, { overdue: true }, { node: 'first' }, { initiatorGone: true }, { title: 'x' }] as const)
      expect([filter, isKnown({}, filter)]).toEqual([filter, false])
  })
})

/** A reader meanwhile never sees a document twice or not at all. */
async function agreeSoon(): Promise<void> {
  const { db } = product.database
  const seen = new Set<number>()
  for (let look = 0; look < 20; look += 1) seen.add((await figures({ db, reader: whole, at: new Date() }, 'all', {})).total)
  expect([...seen].every((total) => total === 26 || total === 27)).toBe(true)
}
