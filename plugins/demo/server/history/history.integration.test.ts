import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct, samples, today } from '../testing.ts'
import { beginHistory, demoHistory, history, isHistoryPending } from './job.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct({ settings: { DEMO_TODAY: '2026-11-20' } })
}, 600_000)
afterAll(() => product?.close())

/** One run of the job, whose time budget ends after `looks` readings of the clock. */
async function turn(looks: number): Promise<void> {
  const { composition: { host }, database: { db }, clock } = product
  const began = new Date('2026-11-20T12:00:00+08:00')
  let looked = 0
  clock.now = () => new Date(began.getTime() + (looked++ < looks ? 0 : 600_000))
  await demoHistory(samples).run({ host, db, at: began, signal: new AbortController().signal })
}

const chapters = () => product.database.db.selectFrom('demo_chapter').select(['name', 'allowed']).where('name', '<>', 'founding').execute()

describe('the past of the demo company', () => {
  it('is some three thousand documents of two years, the same for the same present', () => {
    const past = history(samples, today)
    const stories = past.flatMap(({ stories: each }) => each)
    expect(stories.length).toBeGreaterThan(2_800)
    expect(new Set(past.map(({ name }) => name)).size).toBe(past.length)
    expect(stories.filter(({ at, ends }) => at >= today || ends === 'running')).toEqual([])
    expect(JSON.stringify(history(samples, today))).toBe(JSON.stringify(past))
  })

  it('is left out where the company was founded without one', async () => {
    await turn(3)
    expect(await chapters()).toEqual([])
  })

  it('is told in the background, each occasion once, and nobody hears of it now', async () => {
    const isPending = () =>
      isHistoryPending(product.database.db, { env: { ...product.composition.host.env, demo: true, demoHistory: true } })
    expect(await isPending()).toBe(false)
    await beginHistory(product.database.db)
    await turn(90)
    expect(await isPending()).toBe(true)
    const first = await chapters()
    await turn(90)
    const all = await chapters()
    expect(first.length).toBeGreaterThan(5)
    expect(all.length).toBeGreaterThan(first.length + 5)
    // some trips overlap and are not allowed
    expect(all.filter(({ allowed }) => allowed).length / all.length).toBeGreaterThan(0.8)
    const { db } = product.database
    expect(await db.selectFrom('document').select('number').where('state', '=', 'inApproval').execute()).toEqual([])
    expect(await db.selectFrom('message_waiting').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('message').select('id').where('read_at', 'is', null).execute()).toEqual([])
    expect((await db.selectFrom('statistics_fact').select('document').execute()).length).toBeGreaterThan(0)
    // the history is complete once all chapters are recorded
    await db.insertInto('demo_chapter').values(history(samples, today).map(({ name }) => ({ name, allowed: true })))
      .onConflict((conflict) => conflict.doNothing()).execute()
    await turn(1)
    expect(await isPending()).toBe(false)
  })
})
