import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compose, type Composition } from '#server/compose.ts'
import type { Database } from '#server/database/open.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { readEnv } from '#server/env.ts'
import { serverMessages } from '#server/server-messages.ts'
import { buildApp } from '#server/http/app.ts'
import { notes, office } from '#server/messages/testing.ts'
import { listeningAs } from './testing.ts'

/** The instance of actions, and the instance of browsers, on one database. */
let product: TestProduct
let other: { readonly app: FastifyInstance; readonly composition: Composition; readonly database: Database }
let on: ReturnType<typeof notes>

const log = pino({ level: 'silent' })
const patiently = { timeout: 20_000 }

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
  await app.ready()
  other = { app, composition, database }
  await composition.live.start(database.listen)
  product.composition.outbox.start()
})
afterAll(async () => {
  await product?.composition.outbox.stop()
  await other?.composition.outbox.stop()
  await other?.composition.live.stop()
  await other?.app.close()
  await other?.database.close()
  await product?.close()
})

it('what is done at one instance is told at the socket of the other', async () => {
  const li = await listeningAs(product, 'li', other.app)
  const id = await on.file()
  await expect.poll(() => li.kindsAbout(id), patiently).toEqual(['arrived'])
  li.leave()
})

it('what an instance that dies in the middle did not announce is told by another: nothing is lost, nothing comes twice', async () => {
  const li = await listeningAs(product, 'li', other.app)
  await expect.poll(() => li.frames.length, patiently).toBe(1)
  // the action is committed, but its instance stops before announcing it
  await product.composition.outbox.stop()
  const ids: string[] = []
  for (let times = 0; times < 5; times += 1) ids.push(await on.file())
  expect(ids.flatMap((id) => li.kindsAbout(id))).toEqual([])
  other.composition.outbox.start()
  await expect.poll(() => ids.map((id) => li.kindsAbout(id)), patiently).toEqual(ids.map(() => ['arrived']))
  await other.composition.outbox.tick()
  expect(ids.flatMap((id) => li.kindsAbout(id))).toHaveLength(ids.length)
  expect(await product.database.db.selectFrom('message_waiting').selectAll().execute()).toEqual([])
  li.leave()
})

it('browsers of an instance that stops come back to another one, which knows what they missed', async () => {
  const li = await listeningAs(product, 'li', other.app)
  const known = await on.file()
  await expect.poll(() => li.kindsAbout(known), patiently).toEqual(['arrived'])
  const last = li.frames.at(-1)?.message?.id ?? '0'
  await other.composition.live.stop()
  expect(await li.closed).toBe(1001)
  const missed = await on.file()
  await other.composition.live.start(other.database.listen)
  const back = await listeningAs(product, 'li', other.app, { after: last })
  await expect.poll(() => back.kindsAbout(missed), patiently).toEqual(['arrived'])
  expect(back.kindsAbout(known)).toEqual([])
  back.leave()
})
