import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defineMessageKind } from '#kernel/plugin.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { endSignIn } from '#server/identity/sessions/authenticate.ts'
import { tokensOf } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { friday, notes, office } from '#server/messages/testing.ts'
import { notify } from '#server/messages/notify.ts'
import { ticketLife, unauthenticated } from './connections.ts'
import { listening, listeningAs, ticketOf } from './testing.ts'

let product: TestProduct
let on: ReturnType<typeof notes>

beforeAll(async () => {
  product = await office()
  on = notes(product)
  await product.composition.live.start(product.database.listen)
  product.composition.outbox.start()
})
afterAll(async () => {
  await product?.composition.outbox.stop()
  await product?.composition.live.stop()
  await product?.close()
})
beforeEach(() => {
  product.clock.now = () => friday
})

const patiently = { timeout: 15_000 }
const later = (ms: number) => {
  product.clock.now = () => new Date(friday.getTime() + ms)
}

describe('a socket', () => {
  it('opens with a ticket, once and within half a minute, or with a token', async () => {
    const ticket = await ticketOf(product, 'li')
    const first = await listening(product.app, { ticket })
    await expect.poll(() => first.frames[0], patiently).toMatchObject({ type: 'COUNTS', counts: { todo: 0 } })
    expect(await (await listening(product.app, { ticket })).closed).toBe(unauthenticated)
    const old = await ticketOf(product, 'li')
    later(ticketLife + 1)
    expect(await (await listening(product.app, { ticket: old })).closed).toBe(unauthenticated)
    const byToken = await listening(product.app, { token: (await product.as('li').bearer()).replace('Bearer ', '') })
    await expect.poll(() => byToken.frames.length, patiently).toBe(1)
    for (const each of [first, byToken]) each.leave()
    expect(await product.database.db.selectFrom('live_ticket').selectAll().where('user_id', '=', 'li').execute()).toEqual([])
  })

  it('opens for one of several that come with the same ticket at the same moment', async () => {
    const ticket = await ticketOf(product, 'li')
    const all = await Promise.all(Array.from({ length: 3 }, () => listening(product.app, { ticket })))
    await expect.poll(() => all.filter(({ frames }) => frames.length > 0).length, patiently).toBe(1)
    const others = all.filter(({ frames }) => frames.length === 0)
    expect(await Promise.all(others.map(({ closed }) => closed))).toEqual([unauthenticated, unauthenticated])
    for (const each of all) each.leave()
  })

  it.each([[{}], [{ token: 'nonsense' }], [{ ticket: 'nonsense' }], [{ ticket: 'x'.repeat(201) }]])(
    'that nobody vouches for is closed as such: %j',
    async (query) => {
      expect(await (await listening(product.app, query)).closed).toBe(unauthenticated)
    },
  )

  it('of a page of another site is refused', async () => {
    await expect(listening(product.app, { ticket: await ticketOf(product, 'li') }, { origin: 'https://evil.example', host: 'oa.example' }))
      .rejects.toThrow('403')
    const own = await listening(product.app, { ticket: await ticketOf(product, 'li') }, { origin: 'https://oa.example',
      host: 'oa.example' })
    await expect.poll(() => own.frames.length, patiently).toBe(1)
    own.leave()
  })

  it('answers a sign of life, takes no long frame, and not too many', async () => {
    const socket = await listeningAs(product, 'li')
    await expect.poll(() => socket.frames.length, patiently).toBe(1)
    socket.send('ping')
    await expect.poll(() => socket.answers, patiently).toEqual(['pong'])
    for (let times = 0; times < 61; times += 1) socket.send('ping')
    expect(await socket.closed).toBe(1008)
    const long = await listeningAs(product, 'li')
    await expect.poll(() => long.frames.length, patiently).toBe(1)
    long.send('x'.repeat(4_097))
    // closed without reading it
    expect([1006, 1009]).toContain(await long.closed)
  })

  it('tells of a message with all six counts, to whom it is for, once', async () => {
    const [li, li2, zhao] = await Promise.all([listeningAs(product, 'li'), listeningAs(product, 'li'), listeningAs(product, 'zhao')])
    const id = await on.file()
    for (const each of [li, li2]) await expect.poll(() => each.kindsAbout(id), patiently).toEqual(['arrived'])
    expect(li.frames.find(({ message }) => message?.businessKey === id)).toMatchObject({
      message: { title: '待审批', params: { actorId: 'wang', actorName: '王伟/Wang Wei' } },
      counts: { todo: expect.any(Number) as number, approve: expect.any(Number) as number, 'comment-at': 0 },
    })
    await on.onTask(id, 'li', '/workflow/pass')
    await expect.poll(() => zhao.kindsAbout(id), patiently).toEqual(['arrived'])
    await product.composition.outbox.tick()
    expect([li.kindsAbout(id), zhao.kindsAbout(id)]).toEqual([['arrived'], ['arrived']])
    for (const each of [li, li2, zhao]) each.leave()
  })

  it('that comes back is told what it missed', async () => {
    const known = await listeningAs(product, 'chen')
    await expect.poll(() => known.frames.length, patiently).toBe(1)
    known.leave()
    const id = await on.file()
    for (const person of ['li', 'zhao']) await on.onTask(id, person, '/workflow/pass')
    const back = await listeningAs(product, 'chen', product.app, { after: '1' })
    await expect.poll(() => back.kindsAbout(id), patiently).toEqual(['copied'])
    back.leave()
  })

  it('is told what was announced while the line was cut', async () => {
    const socket = await listeningAs(product, 'li')
    await expect.poll(() => socket.frames.length, patiently).toBe(1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`.execute(
      product.database.db,
    )
    const id = await on.file()
    await expect.poll(() => socket.kindsAbout(id), patiently).toEqual(['arrived'])
    socket.leave()
  })

  it('ends when its person is disabled', async () => {
    const socket = await listeningAs(product, 'sun')
    await expect.poll(() => socket.frames.length, patiently).toBe(1)
    await users(product.database.db, new Date()).setEnabled('sun', false)
    expect(await socket.closed).toBe(unauthenticated)
    await users(product.database.db, new Date()).setEnabled('sun', true)
  })
})

it('a socket ends when its own browser signs out, opened by token or by ticket, and no other', async () => {
  const browsers = [await signedInAs('li'), await signedInAs('li')] as const
  const opened = async ({ token, authorization }: (typeof browsers)[number]) =>
    [await listening(product.app, { token }), await listening(product.app, { ticket: await ticketWith(authorization) })] as const
  const [own, others] = [await opened(browsers[0]), await opened(browsers[1])]
  for (const { frames } of [...own, ...others]) await expect.poll(() => frames.length, patiently).toBe(1)
  const late = await ticketWith(browsers[0].authorization)
  await endSignIn(product.database.db, browsers[0].grant)
  expect(await Promise.all(own.map(({ closed }) => closed))).toEqual([unauthenticated, unauthenticated])
  expect(await (await listening(product.app, { ticket: late })).closed).toBe(unauthenticated)
  for (const socket of others) {
    socket.send('ping')
    await expect.poll(() => socket.answers, patiently).toEqual(['pong'])
    socket.leave()
  }
})

/** A separate sign-in, with its grant. */
async function signedInAs(person: string) {
  const { access_token: token = '' } = await tokensOf(product.app, person)
  const { grant } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { grant: string }
  return { token, grant, authorization: `Bearer ${token}` }
}

async function ticketWith(authorization: string): Promise<string> {
  return (await product.app.inject({ method: 'POST', url: '/ws/ticket', headers: { authorization, 'content-type': 'application/json' },
    payload: {} })).json<
    { data: { ticket: string } }
  >().data.ticket
}

describe('how people want to be told', () => {
  const path = '/oaserver/messageCustomize'
  const preferences = async (person: string) => (await product.as(person).get<object[]>(`${path}/queryByUserId`)).data

  it('is theirs to say, but for approvals in the app', async () => {
    expect(await preferences('boss')).toContainEqual({ messageType: 'APPROVE', inApp: true, email: true, chat: true })
    const quiet = { messageType: 'COMMENT', inApp: false, email: true, chat: false }
    expect((await product.as('boss').post(`${path}/customizeUpdate`, [quiet])).data).toContainEqual(quiet)
    expect(await preferences('boss')).toContainEqual(quiet)
    expect(await preferences('li')).not.toContainEqual(quiet)
    expect(await product.as('boss').post(`${path}/customizeUpdate`, { messageType: 'APPROVE', inApp: false, email: false, chat: false }))
      .toMatchObject({ code: 42009, msg: '审批消息不能关闭站内提醒' })
  })

  it('without a notification, a message is listed as read', async () => {
    await product.as('chen').post(`${path}/customizeUpdate`, { messageType: 'CC', inApp: false, email: false, chat: false })
    const socket = await listeningAs(product, 'chen')
    const id = await on.file()
    await on.on(id, 'li', '/workflow/wf/processInstance/cc/add', { userIds: ['chen'] })
    await product.composition.outbox.tick()
    const { data } = await product.as('chen').post<{ records: { businessKey: string; read: boolean }[] }>('/oaserver/messages/page', {
      messageType: 'CC',
    })
    expect(data.records.find(({ businessKey }) => businessKey === id)).toMatchObject({ read: true })
    expect(socket.kindsAbout(id)).toEqual([])
    socket.leave()
  })
})

const tripSoon = defineMessageKind({ key: 'tripSoon', type: 'JOURNEY', title: { cn: '行程提醒', en: 'Upcoming trip' },
  content: { cn: '{from}至{to}的行程将于{time}出发', en: 'Your trip from {from} to {to} departs {time}' } })

it('a journey is told once with the same word, and counts beside approvals', async () => {
  const socket = await listeningAs(product, 'zhao')
  await expect.poll(() => socket.frames.length, patiently).toBe(1)
  const news = { kind: tripSoon, recipients: ['zhao', 'zhao'], blanks: { from: '苏州/Suzhou', to: '上海/Shanghai', time: '11-21 08:00' },
    params: { urlPage: 'travel-detail?id=j1' }, once: 'j1', at: friday } as const
  const { approve } = socket.frames[0]!.counts
  for (let times = 0; times < 2; times += 1) await notify(product.database.db, news)
  await expect.poll(() => socket.frames.length, patiently).toBe(2)
  expect(socket.frames[1]).toMatchObject({
    message: { kind: 'tripSoon', icon: null, messageType: 'JOURNEY', content: '苏州至上海的行程将于11-21 08:00出发',
      enContent: 'Your trip from Suzhou to Shanghai departs 11-21 08:00', params: { urlPage: 'travel-detail?id=j1' } },
    counts: { approve: approve + 1 },
  })
  expect((await product.as('zhao').post<{ total: number }>('/oaserver/messages/page', { messageType: 'JOURNEY' })).data.total).toBe(1)
  socket.leave()
})
