import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { jobRunner, leaseTime } from '#server/jobs/runner.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { buildArchives } from './job.ts'
import type { BuilderOrder } from './testing-builder.ts'
import { filesIn, manifestIn } from './testing.ts'
import { verifyPackage } from './verify/verify.ts'

let product: TestProduct
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-crash-'))
  product = await demoProduct()
  product.clock.now = () => new Date('2026-10-15T10:00:00+08:00')
  const on = claims(product)
  for (const amount of ['30.00', '40.00', '50.00']) {
    const id = await on.file('quality', claim([row(amount, { expenseDate: '2026-10-10' })]))
    await on.passThrough(id, {
      say: { accountantReview: { business: { paperReceived: true } }, cashier: { business: { payDate: '2026-10-15' } } },
    })
  }
})
afterAll(async () => {
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts another instance that builds packages, and kills it in the middle of one. */
async function killedInTheMiddle(standsStill: BuilderOrder['standsStill']): Promise<void> {
  const { database: { owner, application }, composition: { host }, clock } = product
  const order: BuilderOrder = { entrances: { owner, application }, directory: host.env.dataDirectory, at: clock.now().toISOString(),
    standsStill }
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'testing-builder.ts'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  expect([String(said), await ended]).toEqual(['middle\n', [null, 'SIGKILL']])
}

const jobs = () => jobRunner({ host: product.composition.host, log: pino({ level: 'silent' }), jobs: [buildArchives] })
const stateOf = (id: string) =>
  product.database.db.selectFrom('archive_package').select(['state', 'documents_done as done']).where('id', '=', id)
    .executeTakeFirstOrThrow()
const download = async (id: string) =>
  product.app.inject({ method: 'GET', url: `/oaserver/archive/${id}/download`,
    headers: { authorization: await product.as('finance').bearer() } })

it('is made whole by another instance after one was killed in the middle, and never downloaded by halves', async () => {
  let time = today.getTime()
  product.clock.now = () => new Date(time)
  const { data: { id } } = await product.as('finance').post<{ id: string }>('/oaserver/archive', { company: 'SZ', period: '2026-10',
    language: 'cn' })

  await killedInTheMiddle('betweenDocuments')
  const left = await stateOf(id)
  expect(left.state).toBe('building')
  expect(left.done).toBeGreaterThan(0)
  expect(left.done).toBeLessThan(3)
  expect((await download(id)).json()).toMatchObject({ msg: '归档包还未生成' })
  // the lease of the killed instance has not expired yet
  await jobs().tick()
  expect(await stateOf(id)).toEqual(left)

  time += leaseTime + 1_000
  await killedInTheMiddle('whileZipping')
  expect(await stateOf(id)).toEqual({ state: 'building', done: 3 })
  expect((await download(id)).json()).toMatchObject({ msg: '归档包还未生成' })

  time += leaseTime + 1_000
  await jobs().tick()
  expect(await stateOf(id)).toEqual({ state: 'ready', done: 3 })
  const { statusCode, rawPayload } = await download(id)
  const file = join(folder, 'package.zip')
  writeFileSync(file, rawPayload)
  expect([statusCode, await verifyPackage(file)]).toEqual([200, expect.stringContaining('The package is whole')])
  expect(manifestIn(await filesIn(rawPayload)).counts).toMatchObject({ documents: 3, missing: 0 })
  const seals = await product.database.db.selectFrom('archive_seal').select('number').where('package', '=', id).execute()
  expect([seals, await product.database.db.selectFrom('archive_file').selectAll().execute()]).toEqual([[{ number: 1 }], []])
})
