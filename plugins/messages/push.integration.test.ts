import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testProduct, type TestProduct } from '#server/documents/testing.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { notify } from '#server/messages/notify.ts'
import { outbox } from '#server/outbox/outbox.ts'
import { pauseOutbox } from '#server/outbox/state.ts'
import documents from '#plugins/documents/plugin.ts'
import system from '#plugins/system/plugin.ts'
import messages from './plugin.ts'
import server from './server/plugin.ts'

let product: TestProduct
const at = new Date('2026-11-20T10:00:00+08:00')

beforeAll(async () => {
  product = await testProduct({
    plugins: [documents, system, messages],
    serverPlugins: [server],
    now: at,
    content: {
      name: 'deliveries',
      async fill({ host: { db } }) {
        const passwordHash = await hashPassword(testPassword, 10)
        for (const [id, admin] of [['admin', true], ['wang', false]] as const)
          await users(db, new Date()).create({ id, userName: id, name: id, passwordHash, admin, email: `${id}@demo.example`,
            departments: [] })
        await roles(db).ensure(new Date())
      },
    },
  })
  const { host } = product.composition
  const away = outbox({ host, log: pino({ level: 'silent' }),
    transports: [{ channel: 'EMAIL', send: async () => Promise.reject(new Error('no such mailbox')), isForGood: () => true,
      close: () => undefined }] })
  await notify(host.db, {
    kind: { key: 'reminder', type: 'APPROVE', title: { cn: '提醒', en: 'Reminder' }, content: { cn: '请处理', en: 'Please see to it' } },
    recipients: ['wang'],
    blanks: {},
    at,
  })
  await away.tick()
})
afterAll(() => product?.close())

const state = async () =>
  (await product.as('admin').get<{ paused: object | null; channels: { channel: string; failed: number; waiting: number }[] }>(
    '/system/push/state',
  )).data

it('what could not leave is listed with its reason, and tried again', async () => {
  expect((await state()).channels).toContainEqual({ channel: 'EMAIL', configured: false, waiting: 0, failed: 1, sent: 0 })
  const { data } = await product.as('admin').post<{ records: { id: string }[]; total: number }>('/system/push/failed/page', {})
  expect(data).toMatchObject({ total: 1, records: [{ recipient: 'wang', error: 'no such mailbox', tries: 1, enTitle: 'Reminder' }] })
  const [{ id } = { id: '' }] = data.records
  expect((await product.as('admin').post('/system/push/retry', { id })).data).toEqual({ count: 1 })
  expect(await product.as('admin').post('/system/push/retry', { id })).toMatchObject({ code: 404 })
  expect((await state()).channels).toContainEqual(expect.objectContaining({ channel: 'EMAIL', waiting: 1, failed: 0 }))
})

it('a pause ends with a word about what waits', async () => {
  await pauseOutbox(product.database.db, 'restored', at)
  expect((await state()).paused).toMatchObject({ since: '2026-11-20 10:00:00' })
  expect((await product.as('admin').post('/system/push/resume', { waiting: 'discard' })).data).toEqual({ count: 1 })
  expect((await state()).paused).toBeNull()
})

it('is nobody else’s', async () => {
  for (const answer of [product.as('wang').get('/system/push/state'), product.as('wang').post('/system/push/retry', {}),
    product.as('wang').post('/system/push/resume', { waiting: 'send' })]) expect(await answer).toMatchObject({ code: 403 })
})
