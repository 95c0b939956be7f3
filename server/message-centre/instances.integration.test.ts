import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { compose, type Composition } from '#server/compose.ts'
import type { Database } from '#server/database/open.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { readEnv } from '#server/env.ts'
import { serverMessages } from '#server/server-messages.ts'
import { buildApp } from '#server/http/app.ts'
import { friday, notes, office } from '#server/messages/testing.ts'

let product: TestProduct
let on: ReturnType<typeof notes>
/** Another instance of the product on the same database. */
let other: { readonly app: FastifyInstance; readonly composition: Composition; readonly database: Database }

const log = pino({ level: 'silent' })

beforeAll(async () => {
  product = await office()
  on = notes(product)
  const env = readEnv({ DEMO: 'true', DATA_DIR: product.composition.host.env.dataDirectory })
  const database = product.database.second()
  const { plugins } = product.composition.host
  const composition = await compose({ env, log, db: database.db, clock: { now: () => product.clock.now() }, plugins, serverPlugins: [] })
  await composition.identity.start()
  const app = await buildApp({ log, env, authenticate: composition.identity.authenticate, find: serverMessages(plugins),
    audit: { record: () => undefined, insert: async () => undefined }, clock: composition.host.clock, requestsPerMinute: 1_000_000 })
  await composition.routes(app)
  other = { app, composition, database }
})
afterAll(async () => {
  await other?.app.close()
  await other?.database.close()
  await product?.close()
})
beforeEach(() => {
  product.clock.now = () => friday
})

/** Calls one of the instances; a sign-in at one is valid at the other. */
async function ask<Data>(app: FastifyInstance, by: string, path: string, body?: object): Promise<Data> {
  const headers = { authorization: await product.as(by).bearer(), 'content-type': 'application/json' }
  const answer = await app.inject(
    body ? { method: 'POST', url: path, headers, payload: JSON.stringify(body) } : { method: 'GET', url: path, headers },
  )
  const { code, msg, data } = answer.json<{ code: number; msg: string; data: Data }>()
  if (code !== 200) throw new Error(`${code} ${msg}`)
  return data
}

interface MessageRow {
  readonly records: readonly { readonly businessKey: string; readonly taskId: string }[]
  readonly total: number
}

const todo = (app: FastifyInstance, by: string) => ask<MessageRow>(app, by, '/workflow/tasks/todoList', {})
const counts = (app: FastifyInstance, by: string) => ask<{ todo: number; approve: number; cc: number }>(app, by, '/oaserver/messages/count')

it('what is done at one instance stands in the lists and numbers of the other at once', async () => {
  const id = await on.file()
  for (const app of [other.app, product.app]) {
    expect(await counts(app, 'li')).toMatchObject({ todo: 1, approve: 1 })
    expect((await todo(app, 'li')).records.map(({ businessKey }) => businessKey)).toEqual([id])
  }
  const [{ taskId } = { taskId: '' }] = (await todo(other.app, 'li')).records
  await ask(other.app, 'li', '/workflow/pass', { taskId })
  expect(await counts(product.app, 'li')).toMatchObject({ todo: 0 })
  expect((await todo(product.app, 'li')).total).toBe(0)
  expect((await todo(product.app, 'zhao')).records.map(({ businessKey }) => businessKey)).toEqual([id])
  await on.onTask(id, 'zhao', '/workflow/pass')
  expect(await counts(other.app, 'chen')).toMatchObject({ cc: 1 })
  expect(await counts(other.app, 'wang')).toMatchObject({ approve: 1 })
  await product.audit()
})

it('reminders are told once, whichever instance looks', async () => {
  const id = await on.file()
  product.clock.now = () => new Date(friday.getTime() + 5 * 86_400_000)
  const jobs = [product.composition.jobs, other.composition.jobs]
  await Promise.all([...jobs, ...jobs].map((runner) => runner.tick()))
  const overdue = async (app: FastifyInstance) =>
    (await ask<{ records: { businessKey: string; kind: string }[] }>(app, 'li', '/oaserver/messages/page', {})).records.filter((
      { businessKey, kind },
    ) => businessKey === id && kind === 'overdue')
  expect([(await overdue(product.app)).length, (await overdue(other.app)).length]).toEqual([1, 1])
})
