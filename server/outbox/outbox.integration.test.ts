import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { friday, notes, office } from '#server/messages/testing.ts'
import type { Poller } from '#server/concurrency/poller.ts'
import { announceSome, payloadsOf } from './announce.ts'
import { chat, mail, outbox } from './outbox.ts'
import { leaseTime, type Transport, waitingFor } from './sender.ts'
import { mailOf } from './mail-template.ts'
import { pauseOutbox, resumeOutbox, tryAgain } from './state.ts'
import { chatServer, mailServer } from './testing.ts'

let product: TestProduct
let on: ReturnType<typeof notes>
let smtp: Awaited<ReturnType<typeof mailServer>>
let robot: Awaited<ReturnType<typeof chatServer>>
/** Two instances of the product on one database. */
let both: readonly [Poller, Poller]

const log = pino({ level: 'silent' })
const publicUrl = 'https://oa.example.com'
const transports = (): Transport[] => [mail({ url: smtp.url, from: 'OA <oa@example.com>', publicUrl }), chat(robot.url)]

beforeAll(async () => {
  product = await office()
  on = notes(product)
  ;[smtp, robot] = await Promise.all([mailServer(), chatServer()])
  const host = { ...product.composition.host, env: { ...product.composition.host.env, publicUrl } }
  both = [outbox({ host, log, transports: transports() }), outbox({ host, log, transports: transports() })]
  for (const person of ['li', 'zhao', 'wang', 'chen'])
    await product.database.db.updateTable('sys_user').set({ email: `${person}@demo.example` }).where('id', '=', person).execute()
  await users(product.database.db, new Date()).update('zhao', { name: '赵云/Zhao Yun', locale: 'en' })
})
afterAll(async () => {
  for (const each of both ?? []) await each.stop()
  await Promise.all([smtp?.close(), robot?.close()])
  await product?.close()
})
beforeEach(async () => {
  product.clock.now = () => friday
  for (const table of ['message_waiting', 'message_push', 'message_customize', 'outbox_pause'] as const)
    await product.database.db.deleteFrom(table).execute()
  smtp.behave(async () => undefined)
  robot.answer(200, '{"errcode":0}')
  smtp.mails.length = 0
  robot.messages.length = 0
})
afterEach(() => product.audit())

const tick = () => Promise.all(both.map((each) => each.tick()))
const later = (ms: number) => {
  const now = product.clock.now().getTime() + ms
  product.clock.now = () => new Date(now)
}
const headerOf = (content: string, name: string) => new RegExp(`^${name}: (.*)`, 'im').exec(content)?.[1]
const pushes = () =>
  product.database.db.selectFrom('message_push').select(['state', 'attempts', 'error', 'channel']).orderBy('id').execute()
const lastOf = async (channel: 'EMAIL' | 'CHAT') => (await pushes()).findLast((push) => push.channel === channel)
const decoded = (content: string) =>
  content.replaceAll(/=\r?\n/g, '').replaceAll(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

describe('a message', () => {
  it('leaves once by mail and chat, whichever instance sends it, and opens the document', async () => {
    const id = await on.file()
    await tick()
    await tick()
    expect(smtp.mails.map(({ to }) => to)).toEqual(['li@demo.example'])
    expect(robot.messages.map(({ body }) => body.message.to.id)).toEqual(['li'])
    const [{ content } = { content: '' }] = smtp.mails
    expect(headerOf(content, 'Message-ID')).toMatch(/^<[0-9a-f-]{36}@oa\.example\.com>$/)
    expect(headerOf(content, 'Auto-Submitted')).toBe('auto-generated')
    const { body, key } = robot.messages[0]!
    expect(body.message.link).toBe(`${publicUrl}/note-detail?procInstId=${id}`)
    expect(body.text.content).toContain('待审批')
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is in the language of whom it is for', async () => {
    const id = await on.file()
    await on.onTask(id, 'li', '/workflow/pass')
    await tick()
    const english = smtp.mails.find(({ to }) => to === 'zhao@demo.example')!
    expect(headerOf(english.content, 'Content-Language')).toBe('en')
    expect(decoded(english.content)).toContain('Wang Wei’s ')
    expect(robot.messages.find(({ body }) => body.message.to.id === 'zhao')?.body.message.title).toBe('To approve')
  })

  it('opens the page that it names where it is about no document, or else the messages', async () => {
    await on.file()
    const { db } = product.database
    const { id } = await db.selectFrom('message').select('id').where('recipient', '=', 'li').orderBy('id', 'desc').limit(1)
      .executeTakeFirstOrThrow()
    const opened = async (params: object) => {
      await sql`update message set document = null, params = ${JSON.stringify(params)} where id = ${id}`.execute(db)
      const { link, linkText } = (await mailOf(db, { message: id, name: '' }, { forms: new Map(), publicUrl }))!
      return [link, linkText]
    }
    expect(await opened({ urlPage: 'figures?range=12' })).toEqual([`${publicUrl}/figures?range=12`, '打开页面'])
    expect(await opened({})).toEqual([`${publicUrl}/message-center`, '打开消息中心'])
  })

  it('leaves only by the ways that its recipient wants', async () => {
    await product.as('li').post('/oaserver/messageCustomize/customizeUpdate', { messageType: 'APPROVE', inApp: true, email: false,
      chat: true })
    await on.file()
    await tick()
    expect([smtp.mails.length, robot.messages.length]).toEqual([0, 1])
    await product.as('li').post('/oaserver/messageCustomize/customizeUpdate', { messageType: 'APPROVE', inApp: true, email: true,
      chat: false })
  })

  it('does not leave to somebody who is gone', async () => {
    const id = await on.file()
    await on.on(id, 'wang', '/workflow/wf/processInstance/comment/add', { comment: 'x', userIds: ['chen'] })
    await announceSome(product.database.db, { channels: ['EMAIL'], at: friday })
    await users(product.database.db, new Date()).setEnabled('chen', false)
    await tick()
    expect(smtp.mails.map(({ to }) => to)).not.toContain('chen@demo.example')
    expect(await lastOf('EMAIL')).toMatchObject({ state: 'FAILED', error: 'the recipient is gone' })
    await users(product.database.db, new Date()).setEnabled('chen', true)
  })

  it('that is old when it comes to be told is no news', async () => {
    await on.file()
    later(86_400_000)
    await tick()
    expect([smtp.mails, robot.messages]).toEqual([[], []])
  })
})

describe('what does not work', () => {
  it('is tried again after one, five and thirty minutes with the same name, then given up, and again when asked', async () => {
    const names = new Set<string | undefined>()
    smtp.behave(async ({ content }) => {
      names.add(headerOf(content, 'Message-ID'))
      throw Object.assign(new Error('come back later'), { responseCode: 451 })
    })
    await on.file()
    await tick()
    for (const [minutes, attempts] of [[1, 2], [5, 3], [30, 4]] as const) {
      later(minutes * 60_000 - 1)
      await tick()
      expect(await lastOf('EMAIL')).toMatchObject({ state: 'PENDING', attempts: attempts - 1 })
      later(1)
      await tick()
      expect((await lastOf('EMAIL'))?.attempts).toBe(attempts)
    }
    expect(await lastOf('EMAIL')).toMatchObject({ state: 'FAILED', error: expect.stringContaining('come back later') as string })
    expect(names.size).toBe(1)
    smtp.behave(async () => undefined)
    expect(await tryAgain(product.database.db, product.clock.now())).toBeGreaterThan(0)
    await tick()
    expect(headerOf(smtp.mails.at(-1)!.content, 'Message-ID')).toBe([...names][0])
  })

  it('because it never will, is not tried again', async () => {
    smtp.behave(async () => Promise.reject(Object.assign(new Error('no such mailbox'), { responseCode: 550 })))
    robot.answer(400, 'no')
    await on.file()
    await tick()
    expect([await lastOf('EMAIL'), await lastOf('CHAT')]).toMatchObject([{ state: 'FAILED', attempts: 1 }, { state: 'FAILED', attempts: 1,
      error: 'HTTP 400' }])
  })

  it('although the robot answers: what it says counts', async () => {
    robot.answer(200, '{"errcode":45009}')
    await on.file()
    await tick()
    expect(await lastOf('CHAT')).toMatchObject({ state: 'PENDING', error: 'errcode 45009' })
  })

  it('holds up neither actions nor the other way', async () => {
    let end = () => {}
    const held = new Promise<void>((done) => (end = done))
    smtp.behave(() => held)
    await on.file()
    const sending = tick()
    await expect.poll(() => robot.messages.length, { timeout: 10_000 }).toBe(1)
    await on.onTask(await on.file(), 'li', '/workflow/pass')
    expect(smtp.mails).toEqual([])
    end()
    await sending
  })
})

describe('an instance that dies', () => {
  it('after it took a mail leaves it to another, and its later word counts no more', async () => {
    await on.file()
    await announceSome(product.database.db, { channels: ['EMAIL'], at: friday })
    const dead = waitingFor(product.database.db, 'EMAIL')
    const [taken] = await dead.lease(10, friday)
    await tick()
    expect(smtp.mails).toEqual([])
    later(leaseTime + 1)
    await tick()
    expect(smtp.mails).toHaveLength(1)
    expect(await dead.sent(taken!, product.clock.now())).toBe(false)
    await dead.failed(taken!, product.clock.now(), { error: 'late', forGood: false })
    expect(await lastOf('EMAIL')).toMatchObject({ state: 'SENT', attempts: 2, error: null })
  })

  it('with many mails among two is no reason for a second one', async () => {
    for (let times = 0; times < 12; times += 1) await on.file()
    await Promise.all([tick(), tick(), tick()])
    await tick()
    const ids = smtp.mails.map(({ content }) => headerOf(content, 'Message-ID'))
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
  })
})

describe('after a restore', () => {
  it('nothing leaves until it is confirmed; what waited before is sent or given up', async () => {
    const { db } = product.database
    for (const [waiting, mails] of [['discard', 0], ['send', 1]] as const) {
      smtp.mails.length = 0
      await on.file()
      await pauseOutbox(db, 'restored', product.clock.now())
      await tick()
      expect(smtp.mails).toEqual([])
      expect(await db.selectFrom('outbox_pause').select('reason').execute()).toEqual([{ reason: 'restored' }])
      expect(await resumeOutbox(db, waiting)).toBeGreaterThan(0)
      await tick()
      expect(smtp.mails).toHaveLength(mails)
      later(1_000)
    }
  })
})

it('a notification holds as many as fit', () => {
  const pairs = Array.from({ length: 1_000 }, (_, id) => [String(id), '王'.repeat(20)] as const)
  const payloads = payloadsOf(pairs)
  expect(payloads.every((payload) => Buffer.byteLength(payload) < 8_000)).toBe(true)
  expect(payloads.flatMap((payload) => JSON.parse(payload) as unknown[])).toEqual(pairs)
  expect(payloadsOf([])).toEqual([])
})
