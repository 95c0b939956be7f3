import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CountedPage } from '../counted-page.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { withClient } from '#server/database/connection.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { statisticsPages } from '../testing-pages.ts'
import type { RefreshState, StatisticsAnswer } from '../../wire.ts'
import { declaredJob, factAudit, recountJob, recountName } from './recount.ts'

let product: TestProduct
const year = { from: '2026-01-01', to: '2026-12-31' }
const day = 86_400_000

beforeAll(async () => {
  product = await demoProduct()
  const on = claims(product)
  for (const amount of ['10.10', '20.20', '30.30']) await on.passThrough(await on.file('quality', claim([row(amount)])))
  product.clock.now = () => new Date(today.getTime() + day)
})
afterAll(() => product?.close())

/**
 * The pages with a changed declaration, as after an upgrade: facts of claims get another measure, and those of quality claims are no longer
 * counted.
 */
const declared = (change: Partial<CountedPage>): readonly CountedPage[] =>
  statisticsPages.map((page) => (page.key === 'expense' ? { ...page, ...change } : page))
const [source] = statisticsPages.find(({ key }) => key === 'expense')!.facts
const another = declared({ facts: [{ ...source!, measures: { ...source!.measures, overdue: '2' } }] })

const work = () => ({ host: product.composition.host, db: product.database.db, at: product.clock.now(),
  signal: new AbortController().signal })
const look = (pages: readonly CountedPage[]) => declaredJob(pages).run(work())
const recount = (pages: readonly CountedPage[]) => recountJob(pages, 1).run(work())
const deviating = async (pages: readonly CountedPage[]) =>
  (await factAudit(pages).run(product.database.db, product.composition.host)).mismatches.length
const asOwner = (statement: string) => withClient(product.database.owner, (client) => client.query(statement))
const due = async () =>
  (await product.database.db.selectFrom('job_run').select('due').where('job', '=', recountName).where('finished_at', 'is', null).execute())
    .length
const answer = async () => (await product.as('finance').post<StatisticsAnswer>('/oaserver/statistics/expense', year)).data
const state = async () => (await product.as('admin').get<RefreshState>('/oaserver/statistics/refreshState')).data

describe('a page that is declared differently', () => {
  it('has every document counted anew, once, and says so until that is done', async () => {
    expect((await answer()).isIncomplete).toBe(true)
    await recount(statisticsPages)
    expect((await answer()).isIncomplete).toBe(false)
    await look(statisticsPages)
    expect(await due()).toBe(0)
    await look(another)
    await look(another)
    expect(await due()).toBe(1)
  })

  it('is continued where it was broken off, and shows how far it is', async () => {
    const { db } = product.database
    const { rows: documents } = await sql<
      { id: string; facts: number }
    >`select document.id, count(*)::integer as facts from document join statistics_fact on statistics_fact.document = document.id
      where type = 'expenseReimbursement' and page = 'expense' group by document.id order by document.id`.execute(db)
    const [first, middle] = [documents[0]!.id, documents[Math.floor(documents.length / 2)]!.id]
    expect(first < middle).toBe(true)
    await asOwner(
      `create function break_off() returns trigger language plpgsql as $$ begin
        if new.document = '${middle}' then raise exception 'broken off'; end if;
        return new;
      end $$;
      create trigger break_off before insert on statistics_fact for each row execute function break_off()`,
    )
    await expect(recount(another)).rejects.toThrow(/broken off/)
    await asOwner('drop trigger break_off on statistics_fact')
    const { progress } = await state()
    expect(progress!.counted).toBeGreaterThan(0)
    expect(progress!.counted).toBeLessThan(progress!.total)
    const overdue = async (document: string) =>
      (await sql<
        { overdue: string }
      >`select sum(sign * coalesce(measures ->> 'overdue', '0')::numeric)::text as overdue from statistics_fact
        where document = ${document} and page = 'expense'`
        .execute(db)).rows[0]?.overdue
    expect(Number(await overdue(first))).toBeGreaterThan(0)
    expect(await overdue(middle)).toBe('0')
    // documents already counted are skipped: the removed fact is only restored by the next full count
    await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at)
      select page, document, line, day, department, person, dimensions, measures, -1, at from statistics_fact
      where document = ${first} and page = 'expense'
      group by page, document, line, day, department, person, dimensions, measures, at having sum(sign) > 0`.execute(db)
    await recount(another)
    expect([Number(await overdue(middle)) > 0, await overdue(first), await deviating(another)]).toEqual([true, '0', 1])
    expect((await state()).progress).toBeNull()
    await recount(another)
    expect(await deviating(another)).toBe(0)
  })

  it('says nothing more of forms that it no longer names, and the same as before once it is declared as before', async () => {
    const { totals } = await answer()
    const nothing = declared({ facts: [] }).map((page) => ({ ...page,
      facts: page.facts.filter(({ form }) => form !== 'expenseReimbursement') })
    )
    await recount(nothing)
    expect(await deviating(nothing)).toBe(0)
    expect((await answer()).totals['approved']).toBe('0.00')
    await recount(statisticsPages)
    expect(await deviating(statisticsPages)).toBe(0)
    expect((await answer()).totals['approved']).toBe(totals['approved'])
    await product.audit()
  })
})
