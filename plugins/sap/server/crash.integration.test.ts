import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { todayOf } from '#kernel/values/dates.ts'
import { type Database, open } from '#server/database/open.ts'
import { scaled } from '#server/testing-scale.ts'
import { type Killable, killable } from '#plugins/demo/server/testing-killable.ts'
import { referenceBySystem } from './port.ts'
import { bodies, type ExchangedSap, exchangedSap } from './testing-exchange.ts'

const { lines, kills, people } = scaled({ enough: { lines: 60, kills: 2, people: 1 }, all: { lines: 3_000, kills: 20, people: 2 } })

let sap: ExchangedSap
let product: Killable
let database: Database

beforeAll(async () => {
  sap = await exchangedSap()
  product = await killable(sap.settings)
  database = await open(product.env, pino({ level: 'silent' }))
}, 240_000)
afterAll(async () => {
  await database?.close()
  await product?.remove()
  await sap?.remove()
})

interface Task {
  readonly taskId: string
  readonly procInstId: string
}

/** Repeats a call with its key until it is answered. */
async function answered(call: Parameters<Killable['ask']>[0]) {
  for (;;) {
    const answer = await product.ask(call)
    if (answer) return answer
    await sleep(30)
  }
}

/** The values of a material requisition; its postings are made before the passes of PMC and of the warehouse. */
async function requisition() {
  const { db } = database
  const { id: factory } = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  const { id: material, storage_location: storageLocation } = await db.selectFrom('material').selectAll().where('factory', '=', '1000')
    .where('code', 'like', 'J-%').where('batch_managed', '=', false).orderBy('code').limit(1).executeTakeFirstOrThrow()
  const items = [{ rowId: 'm1', material, quantity: '2.000', storageLocation, unit: 'pcs' }]
  return { applicantDept: 'sz-quality', factory, requisitionType: 'production', movementType: '261', reason: 'trial',
    productionOrderNo: '1000123', useDate: today, receiver: 'u-quality', items }
}

/** The day of the product, which is ahead of the day in UTC in the evening. */
const today = todayOf(new Date())

/** Requisitions that were filed. */
const filed: string[] = []

/** Files requisitions one after the other. */
async function file(name: string, isOver: () => boolean): Promise<void> {
  const business = await requisition()
  for (let count = 0; !isOver(); count += 1) {
    const answer = await answered({ by: 'quality', path: '/oaserver/materialRequisition/apply',
      body: { business: { ...business, title: `${name}-${count}` } }, key: `${name}-${count}` })
    expect(answer).toMatchObject({ code: 200 })
    filed.push((answer.data as { businessKey: string }).businessKey)
    await sleep(200)
  }
}

/** Passes what waits for a person, as often as it is refused. */
async function pass(by: string, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const { data } = await answered({ by, path: '/workflow/tasks/todoList', body: { current: 1, size: 20 } })
    const { records } = data as { records: readonly Task[] }
    for (const [index, { taskId }] of records.entries())
      await answered({ by, path: '/workflow/pass', body: { taskId, comment: '【到货时间：2099-11-25 10:00】' },
        key: `${by}-${count}-${index}` })
    await sleep(100)
  }
}

/** Lines of a document that the product sends by itself. */
async function writeLines(document: string): Promise<void> {
  const rows = Array.from({ length: lines }, (_, number) => {
    const [call, body] = bodies.filter(([name]) => name !== 'sap.bomItems')[number % (bodies.length - 1)]!
    return { document, round: 1, step: 'crash', line: String(number), call, key: `C${number}-1`, body: JSON.stringify(body),
      due_at: new Date(), created_at: new Date() }
  })
  for (let index = 0; index < rows.length; index += 500)
    await database.db.insertInto('posting').values(rows.slice(index, index + 500)).execute()
}

const stateCounts = async () =>
  Object.fromEntries(
    (await database.db.selectFrom('posting').select(({ fn }) => ['state', fn.countAll<string>().as('count')]).groupBy('state').execute())
      .map(({ state, count }) => [state, Number(count)]),
  ) as Record<string, number>
/** Lines that are neither waiting nor on their way. */
const settled = async () => {
  const { waiting = 0, sent = 0, ...others } = await stateCounts()
  return { left: waiting + sent, done: Object.values(others).reduce((sum, count) => sum + count, 0) }
}

/** The time until the next attempt passes. */
const lapse = () => database.db.updateTable('posting').set({ due_at: new Date() }).where('state', 'in', ['waiting', 'sent']).execute()

it('posts each line once and loses none, however often the product is killed under load', { timeout: 7_200_000 }, async () => {
  let over = false
  const isOver = () => over
  const first = await answered({ by: 'quality', path: '/oaserver/materialRequisition/apply', body: { business: await requisition() },
    key: 'first' })
  expect(first).toMatchObject({ code: 200 })
  await sap.misbehave()
  await writeLines((first.data as { businessKey: string }).businessKey)
  const load = [...Array.from({ length: people }, (_, turn) => file(`f${turn}`, isOver)),
    ...['yangfan', 'pmc', 'weigang', 'quality'].map((by) => pass(by, isOver))]
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = (await settled()).done + Math.floor((lines / (kills + 1)) * (0.5 + Math.random() / 2))
      while ((await settled()).done < enough) await sleep(20)
      await product.kill(['product'], lapse)
    }
    await sap.behave()
    for (let waited = 0; (await settled()).left > 0; waited += 1) {
      // nothing is filed any more, so that an end can come
      over = true
      if (waited % 50 === 49) await lapse()
      await sleep(100)
    }
  } finally {
    over = true
  }
  await Promise.all(load)
  await lapse()
  while ((await settled()).left > 0) await sleep(100)

  const written = await database.db.selectFrom('posting').select(['call', 'key', 'state', 'number', 'attempts']).execute()
  const there = await sap.records()
  const numbers = (call: string, key: string) => there.get(`${call} ${referenceBySystem(sap.env(), call, key) ?? key}`) ?? []
  const different = written.map((line) => ({ ...line, there: numbers(line.call, line.key) })).filter(({ state, number, there: has }) =>
    state === 'posted' ? has.length !== 1 || has[0] !== number : has.length > 0
  )
  expect(different).toEqual([])
  const posted = written.filter(({ state }) => state === 'posted')
  expect([...there.values()].flat()).toHaveLength(posted.length)
  expect(written.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(0)
  // requisitions were reserved while the product was killed
  expect(posted.some(({ call, key }) => call === 'sap.reservation' && !key.startsWith('C'))).toBe(true)
})
