import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetPhoneCodes } from './credentials.ts'
import { testPassword, testWorld, type TestWorld, tokensOf } from '../testing.ts'

interface Sms {
  readonly phone: string
  readonly text: string
  readonly code: string
}

const sent: Sms[] = []
let isDown = false
let gateway: Server
let world: TestWorld
let now = Date.parse('2026-11-20T10:00:00+08:00')
const tokens = new Map<string, string>()

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    }).on('end', () => {
      if (!isDown) sent.push(JSON.parse(body) as Sms)
      response.writeHead(isDown ? 500 : 204).end()
    })
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const SMS_WEBHOOK_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms?key=secret`
  world = await testWorld({ settings: { SMS_WEBHOOK_URL }, parts: { clock: { now: () => new Date(now) } } })
  for (const [place, userName] of ['wang', 'chen'].entries()) await world.person({ id: userName, userName, phone: `1380000000${place}` })
  for (const userName of ['wang', 'chen']) tokens.set(userName, (await tokensOf(world.app, userName)).access_token ?? '')
})
beforeEach(async () => {
  isDown = false
  sent.length = 0
  await world.db.deleteFrom('phone_code').execute()
})
afterAll(async () => {
  await world?.close()
  await new Promise((done) => gateway.close(done))
})

interface CodeAnswer {
  readonly code: number
  readonly msg: string
  readonly data: { readonly fields?: readonly { readonly name: string; readonly message: string }[] } | string | null
}

type CodeCall = readonly [method: 'GET' | 'POST' | 'PUT', url: string, payload?: object]

const call = (who: string, ...order: CodeCall) => ask(world, who, order)

async function ask(at: TestWorld, who: string, [method, url, payload = {}]: CodeCall): Promise<CodeAnswer> {
  const headers = { authorization: `Bearer ${tokens.get(who)}`, 'accept-language': 'en_US' }
  return (await at.app.inject({ method, url, headers, ...(method !== 'GET' && { payload }) })).json<CodeAnswer>()
}

const send = (phone: string, who = 'wang') => call(who, 'POST', `/system/auth/code/send/${phone}`)
const change = (phone: string, code: string, password = testPassword) =>
  call('wang', 'PUT', '/system/profile/phone', { phone, code, password })
const saidAt = ({ data }: CodeAnswer) => (typeof data === 'object' ? data?.fields?.map(({ name, message }) => [name, message]) : undefined)
const phoneOf = async (id: string) =>
  (await world.db.selectFrom('sys_user').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone
const newPhone = '13912345678'
const lastCode = () => sent.at(-1)?.code ?? ''
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a code', () => {
  it('goes to the gateway in the reader’s language, and is kept nowhere as it is', async () => {
    expect(await send(newPhone)).toMatchObject({ code: 200, data: 'ok' })
    expect(sent).toEqual([{ phone: newPhone, code: expect.stringMatching(/^\d{6}$/),
      text: `Your code is ${lastCode()}, valid for 5 minutes. If you didn’t ask for it, ignore this message and change your password.` }])
    const row = await world.db.selectFrom('phone_code').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(lastCode())
  })

  it('is sent once a minute, and ten times a day, to one person and to one telephone', async () => {
    await send(newPhone)
    now += 59_000
    expect(saidAt(await send('13912345679'))).toEqual([['phone', 'A code has just been sent. Try again in 1 s']])
    expect(saidAt(await send(newPhone, 'chen'))).toEqual([['phone', 'A code has just been sent. Try again in 1 s']])
    for (let count = 1; count < 10; count += 1) {
      now += 61_000
      expect((await send(newPhone)).code).toBe(200)
    }
    now += 61_000
    expect(saidAt(await send(newPhone))).toEqual([['phone', 'At most 10 codes in 24 hours. Try again tomorrow']])
    expect(saidAt(await send(newPhone, 'chen'))).toEqual([['phone', 'At most 10 codes in 24 hours. Try again tomorrow']])
    expect(sent).toHaveLength(10)
    now += 86_400_000
    expect((await send(newPhone)).code).toBe(200)
  })

  it('asked for twice at once is sent once', async () => {
    const answers = await Promise.all([send(newPhone), send(newPhone), send(newPhone)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42009, 42009])
    expect(sent).toHaveLength(1)
  })

  it('is for no telephone that is wrong, or somebody else’s', async () => {
    expect(saidAt(await send('12345'))).toEqual([['phone', 'Enter an 11-digit mobile number']])
    expect(saidAt(await send('13800000001'))).toEqual([['phone', expect.any(String)]])
    expect(sent).toEqual([])
  })

  it('that the gateway does not take is said, and waits a minute', async () => {
    isDown = true
    expect(await send(newPhone)).toMatchObject({ code: 42009,
      msg: 'The text message couldn’t be sent. Try again in a minute, or contact an administrator' })
  })

  it('is forgotten after a day', async () => {
    await send(newPhone)
    await forgetPhoneCodes(world.db, new Date(now + 86_399_000))
    expect(await world.db.selectFrom('phone_code').select('id').execute()).toHaveLength(1)
    await forgetPhoneCodes(world.db, new Date(now + 86_401_000))
    expect(await world.db.selectFrom('phone_code').select('id').execute()).toEqual([])
  })
})

describe('another telephone', () => {
  it('is written with its code and the password, and each code serves once', async () => {
    await send(newPhone)
    const code = lastCode()
    expect(saidAt(await change(newPhone, code, 'wrong-one'))).toEqual([['password', 'Wrong old password']])
    expect(saidAt(await change('13912345679', code))).toEqual([['code', 'The code has expired. Ask for a new one']])
    expect((await change(newPhone, code)).code).toBe(200)
    expect(await phoneOf('wang')).toBe(newPhone)
    expect(saidAt(await change(newPhone, code))).toEqual([['code', 'The code has expired. Ask for a new one']])
  })

  it('is not written for who guesses: five tries, and five minutes', async () => {
    await send('13912345670')
    const code = lastCode()
    for (let tries = 0; tries < 5; tries += 1)
      expect(saidAt(await change('13912345670', otherThan(code)))).toEqual([['code', 'Wrong code']])
    expect(saidAt(await change('13912345670', code))).toEqual([['code', 'The code has expired. Ask for a new one']])
    now += 61_000
    await send('13912345670')
    now += 5 * 60_000
    expect(saidAt(await change('13912345670', lastCode()))).toEqual([['code', 'The code has expired. Ask for a new one']])
    expect(await phoneOf('wang')).toBe(newPhone)
  })

  it('ends the code before it', async () => {
    await send('13912345670')
    const first = lastCode()
    now += 61_000
    await send('13912345671')
    expect(saidAt(await change('13912345670', first))).toEqual([['code', 'The code has expired. Ask for a new one']])
  })
})

describe('a password', () => {
  it('is changed with a code to the telephone of the account, and to no other', async () => {
    const own = await phoneOf('chen')
    expect((await send('13912345672', 'chen')).code).toBe(200)
    expect(saidAt(await call('chen', 'PUT', '/system/auth/user/pwd', { code: lastCode(), newPassword: 'Fresh@2026' }))).toEqual([['code',
      'The code has expired. Ask for a new one']])
    expect(
      saidAt(await call('chen', 'PUT', '/system/auth/user/pwd', { phone: '13912345672', code: lastCode(), newPassword: 'Fresh@2026' })),
    ).toEqual([['phone', 'Use the phone number of your account']])
    now += 61_000
    expect((await send(own ?? '', 'chen')).code).toBe(200)
    expect((await call('chen', 'PUT', '/system/auth/user/pwd', { code: lastCode(), newPassword: 'Fresh@2026' })).code).toBe(200)
    expect((await tokensOf(world.app, 'chen', 'Fresh@2026')).status).toBe(200)
  })
})

describe('without a gateway', () => {
  it('telephones are kept by administrators, and nothing else is offered', async () => {
    const without = await testWorld()
    await without.person({ id: 'wang', userName: 'wang' })
    tokens.set('other', (await tokensOf(without.app, 'wang')).access_token ?? '')
    const sentence = 'Text messages aren’t set up, so administrators maintain phone numbers'
    expect((await ask(without, 'other', ['POST', `/system/auth/code/send/${newPhone}`])).msg).toBe(sentence)
    expect((await ask(without, 'other', ['PUT', '/system/profile/phone', { phone: newPhone, code: '000000' }])).msg).toBe(sentence)
    expect(await ask(without, 'other', ['GET', '/system/profile'])).toMatchObject({ data: { mayChangePhone: false } })
    expect(await call('wang', 'GET', '/system/profile')).toMatchObject({ data: { mayChangePhone: true } })
    await without.close()
  })
})
