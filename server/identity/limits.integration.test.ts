import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#server/system-clock.ts'
import { signInWithPassword, inTurnOf } from './accounts/accounts.ts'
import { attempts, sweepAttempts } from './accounts/attempts.ts'
import { testPassword, testWorld, type TestWorld, tokensOf } from './testing.ts'
import { authorizationRequest, formAction, TestBrowser } from './testing-browser.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
  await world.person({ userName: 'wang' })
  await world.person({ userName: 'chen' })
})
afterEach(() => world.db.deleteFrom('sign_in_failure').execute())
afterAll(() => world.close())

const login = (form: Record<string, string>) =>
  world.app.inject({ method: 'POST', url: '/system/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en_US' },
    payload: new URLSearchParams(form).toString() })

/** Inserts failed attempts, without the work of comparing passwords. */
async function fail(userName: string, times: number) {
  for (let count = 0; count < times; count += 1) {
    const begun = await attempts(world.db).begin(userName)
    if (begun.outcome === 'begun') await attempts(world.db).failed(begun.id, userName, '127.0.0.1')
  }
}

describe('wrong passwords', () => {
  it('lock the account after five, for the right password too and in every spelling', async () => {
    await fail('wang', 4)
    expect((await tokensOf(world.app, 'wang', 'wrong-one')).error_description).toContain('Too many')
    expect((await tokensOf(world.app, 'wang')).error_description).toContain('Too many')
    expect((await tokensOf(world.app, 'WANG ')).error_description).toContain('Too many')
    expect((await tokensOf(world.app, 'chen')).status).toBe(200)
  })

  it('lock names that do not exist just the same', async () => {
    await fail('nobody', 5)
    expect((await tokensOf(world.app, 'nobody')).error_description).toContain('Too many')
  })

  it('are forgotten after the right one, and after fifteen minutes', async () => {
    await fail('wang', 4)
    expect((await tokensOf(world.app, 'wang')).status).toBe(200)
    await fail('wang', 5)
    await sql`update sign_in_failure set last_time = last_time - interval '16 minutes', locked_until = locked_until - interval '16 minutes'`
      .execute(world.db)
    expect((await tokensOf(world.app, 'wang')).status).toBe(200)
  })

  it('of days ago are removed by a job, which no sign-in waits for', async () => {
    await sql`insert into sign_in_failure values ('account', 'gone', 3, now() - interval '2 days')`.execute(world.db)
    const kept = async () => (await world.db.selectFrom('sign_in_failure').select('subject').where('subject', '=', 'gone').execute()).length
    expect((await tokensOf(world.app, 'wang')).status).toBe(200)
    expect(await kept()).toBe(1)
    await sweepAttempts(world.db)
    expect(await kept()).toBe(0)
  })

  it('sent at the same time are all counted', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => tokensOf(world.app, 'wang', 'wrong-one')))
    expect(answers.filter(({ error_description: text }) => text === 'Wrong user name or password').length).toBeLessThanOrEqual(5)
    expect((await tokensOf(world.app, 'wang')).error_description).toContain('Too many')
  })

  it('of one address, over all accounts, slow it down: a right password still gets in, a client without the page reads a picture', async () => {
    await sql`insert into sign_in_failure values ('address', '127.0.0.1', 50, now(), now() + interval '5 minutes')`.execute(world.db)
    const begun = Date.now()
    const answers = await Promise.all([tokensOf(world.app, 'wang'), tokensOf(world.app, 'chen'), tokensOf(world.app, 'chen', 'wrong-one')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_900)
    expect((await login({ username: 'wang', password: testPassword })).json()).toMatchObject({ code: 42009, msg: 'Enter the captcha' })
  })

  it('are said at the field, with the minutes that are left', async () => {
    await fail('wang', 5)
    const browser = new TestBrowser(world.app, { 'accept-language': 'en' })
    const { answer } = await browser.follow(authorizationRequest().address)
    const page = await browser.post(formAction(answer.body), { username: 'wang', password: testPassword })
    expect(page.body).toMatch(/id="password-problem" role="alert">Too many wrong passwords. The account is locked; try again in 15 min</)
  })
})

describe('sign-ins that wait for their turn', () => {
  /** Fills the sign-in queue of an address (running and waiting ones) until the work is done. */
  async function whileWaiting(address: string, work: () => Promise<void>) {
    let free = () => {}
    const held = new Promise<void>((done) => void (free = done))
    const line = Promise.allSettled(Array.from({ length: 122 }, () => inTurnOf({ address }, () => held)))
    await work().finally(free)
    await line
  }

  it('are refused with 429 and a sentence where the line of their address is full', async () => {
    await whileWaiting('127.0.0.1', async () => {
      const answer = await login({ username: 'wang', password: testPassword })
      expect([answer.statusCode, answer.json()]).toMatchObject([429, {
        msg: 'Many people are signing in right now. Try again in a moment',
      }])
      expect(await tokensOf(world.app, 'wang')).toMatchObject({ status: 429 })
      const browser = new TestBrowser(world.app, { 'accept-language': 'zh' })
      const { answer: page } = await browser.follow(authorizationRequest().address)
      const refused = await browser.post(formAction(page.body), { username: 'wang', password: testPassword })
      expect(refused.statusCode).toBe(429)
      expect(refused.body).toContain('当前登录人数较多，请稍后再试')
    })
    expect((await tokensOf(world.app, 'wang')).status).toBe(200)
  })

  it('are left out when their sender has gone: no attempt is counted', async () => {
    let answer: ReturnType<typeof signInWithPassword> | undefined
    let isGone = false
    await whileWaiting('10.0.0.7', async () => {
      answer = signInWithPassword({ db: world.db, clock: systemClock, env: { passwordCost: 14 } }, 'wang', 'wrong-one', {
        address: '10.0.0.8',
        isGone: () => isGone,
      })
      isGone = true
    })
    expect(await answer).toEqual({ outcome: 'busy' })
    expect(await attempts(world.db).failures('wang')).toBe(0)
  })
})

describe('right passwords that come at the same time', () => {
  it('of 56 people behind one address all get in', async () => {
    const names = Array.from({ length: 56 }, (_, index) => `storm${index}`)
    for (const userName of names) await world.person({ userName })
    const answers = await Promise.all(names.map((name) => tokensOf(world.app, name)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  it('of one person on eight devices all get in, at two instances', async () => {
    const second = world.database.second()
    const answers = await Promise.all(
      Array.from({ length: 8 },
        (_, index) =>
          signInWithPassword({ db: index % 2 === 0 ? world.db : second.db, clock: systemClock, env: { passwordCost: 14 } }, 'wang',
            testPassword, {
            address: '127.0.0.1',
          })),
    )
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'accepted'))
    expect(await world.db.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([])
    await second.close()
  })

  it('wait for what is under way, also elsewhere, and are counted with it', async () => {
    const second = world.database.second()
    const reserved = await Promise.all(Array.from({ length: 5 }, () => attempts(second.db).begin('wang')))
    const waiting = tokensOf(world.app, 'wang')
    for (const begun of reserved) if (begun.outcome === 'begun') await attempts(second.db).failed(begun.id, 'wang', '127.0.0.1')
    expect((await waiting).error_description).toContain('Too many')
    await second.close()
  })
})

describe('signing in without the page', () => {
  it('answers the token in its older shape', async () => {
    const { data } = (await login({ username: 'wang', password: testPassword })).json<{ data: Record<string, string> }>()
    expect(data).toMatchObject({ user_name: 'wang', expires_in: 300 })
    const answer = await world.app.inject({ url: '/system/user/currentUser', headers: { authorization: data['access_token'] ?? '' } })
    expect(answer.json()).toMatchObject({ code: 200, data: { userName: 'wang' } })
  })

  it('says what is wrong as a refusal', async () => {
    expect((await login({ username: 'wang', password: 'wrong-one' })).json()).toMatchObject({ code: 42009,
      msg: 'Wrong user name or password', data: { fields: [{ name: 'password' }] } })
  })

  it('asks for a picture after three wrong passwords, and each picture serves once', async () => {
    await fail('wang', 3)
    expect((await login({ username: 'wang', password: testPassword })).json()).toMatchObject({ code: 42009, msg: 'Enter the captcha' })
    const picture = await world.app.inject({ url: '/public/captchaImage' })
    expect(picture.headers['content-type']).toBe('image/svg+xml')
    expect(picture.body).not.toContain('<text')
    const uuid = String(picture.headers['x-captcha-id'])
    const { answer } = await world.db.selectFrom('sign_in_captcha').select('answer').where('id', '=', uuid).executeTakeFirstOrThrow()
    const form = { username: 'wang', password: 'wrong-one', uuid, code: answer.toLowerCase() }
    expect((await login(form)).json()).toMatchObject({ msg: 'Wrong user name or password' })
    expect((await login({ ...form, password: testPassword })).json()).toMatchObject({ msg: 'Wrong or expired captcha' })
  })
})
