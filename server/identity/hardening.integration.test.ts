import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs, signedIn } from '#server/http/access.ts'
import type { AuditRow } from '#server/http/audit/audit.ts'
import { roles } from './rights/roles.ts'
import { authorizationRequest, formAction, TestBrowser } from './testing-browser.ts'
import { testPassword, testWorld, type TestWorld, tokensOf } from './testing.ts'
import { users } from './organisation/users.ts'

const lines: AuditRow[] = []
let world: TestWorld
beforeAll(async () => {
  world = await testWorld({ audit: { record: (line) => lines.push(line), insert: async (line) => lines.push(line) }, routes: (app) => {
    app.get('/who', { config: { access: signedIn } }, async ({ caller }) => caller.userName)
    app.get('/rated', { config: { access: needs('finance:rate:view') } }, async () => true)
  } })
  for (const userName of ['wang', 'chen']) await world.person({ userName })
})
afterAll(() => world?.close())

const status = async (url: string, token: string | undefined) =>
  (await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
const idOf = async (userName: string) =>
  (await world.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow()).id

describe('a token that was given before', () => {
  it('opens what a role gives from the next call on, and no more once the role is gone', async () => {
    const { access_token: token } = await tokensOf(world.app, 'wang')
    expect(await status('/rated', token)).toBe(403)
    await roles(world.db).grant('financeStaff', ['finance:rate:view'])
    await users(world.db, new Date()).setRoles(await idOf('wang'), ['financeStaff'])
    expect(await status('/rated', token)).toBe(200)
    await users(world.db, new Date()).setRoles(await idOf('wang'), [])
    expect(await status('/rated', token)).toBe(403)
  })

  it('opens nothing, and is not refreshed, once its person is disabled', async () => {
    const { access_token: token, refresh_token: refresh = '' } = await tokensOf(world.app, 'chen')
    expect(await status('/who', token)).toBe(200)
    await users(world.db, new Date()).setEnabled(await idOf('chen'), false)
    expect(await status('/who', token)).toBe(401)
    const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'oa-cli', refresh_token: refresh })
    const answer = await world.app.inject({ method: 'POST', url: '/idp/realms/oa/protocol/openid-connect/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: form.toString() })
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'invalid_grant'])
  })
})

describe('a character that no text can hold', () => {
  const ask = async (fields: Readonly<Record<string, string>>) => {
    const { statusCode, body } = await world.app.inject({ method: 'POST', url: '/idp/realms/oa/protocol/openid-connect/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: 'oa-cli', ...fields }).toString() })
    return [statusCode, (JSON.parse(body) as { error: string }).error]
  }

  it('is refused by the provider wherever it stands', async () => {
    expect(await ask({ grant_type: 'password', username: 'wang\0', password: testPassword })).toEqual([400, 'invalid_grant'])
    expect((await ask({ grant_type: 'refresh_token', refresh_token: 'x\0' }))[0]).toBe(400)
    expect(
      (await ask({ grant_type: 'authorization_code', code: 'x\0', redirect_uri: 'http://127.0.0.1:8080/login',
        code_verifier: 'v'.repeat(43) }))[0],
    ).toBe(400)
    const { statusCode } = await world.app.inject({ url: `${authorizationRequest().address}&state=x%00` })
    expect(statusCode).toBeLessThan(500)
  })
})

describe('the form of the sign-in', () => {
  const signInFrom = async (origin?: string) => {
    const browser = new TestBrowser(world.app, origin === undefined ? {} : { origin })
    const { answer: page } = await browser.follow(authorizationRequest().address)
    return (await browser.post(formAction(page.body), { username: 'wang', password: testPassword })).statusCode
  }

  it('is taken from our own pages only, also where a browser would send the cookies of another', async () => {
    expect(await Promise.all(['https://elsewhere.example', 'http://127.0.0.1:8081', 'null'].map(signInFrom))).toEqual([403, 403, 403])
    expect([await signInFrom('http://127.0.0.1:8080'), await signInFrom()]).toEqual([303, 303])
  })
})

describe('cookies of the sign-in', () => {
  const cookiesOf = async (at: TestWorld, host: string) => {
    const redirect = `${at.env.publicUrl}/login`
    const { cookies } = await at.app.inject({ url: authorizationRequest({ redirect_uri: redirect }).address, headers: { host } })
    return cookies
  }

  it('are out of reach of scripts and of other sites', async () => {
    const cookies = await cookiesOf(world, '127.0.0.1:8080')
    expect(cookies.length).toBeGreaterThan(0)
    expect(cookies.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite?.toLowerCase() !== 'lax')).toEqual([])
  })

  it('travel encrypted only, where the product is reached so', async () => {
    const secure = await testWorld({ settings: { PUBLIC_URL: 'https://oa.example.com' } })
    const cookies = await cookiesOf(secure, 'oa.example.com')
    await secure.close()
    expect(cookies.length).toBeGreaterThan(0)
    expect(cookies.filter((cookie) => !cookie.secure).map(({ name }) => name)).toEqual([])
  })
})

describe('the audit log', () => {
  it('says who signed in and that somebody failed to, and nothing of fresh tokens', async () => {
    lines.length = 0
    for (const password of ['wrong-one', testPassword]) {
      const browser = new TestBrowser(world.app)
      const { answer } = await browser.follow(authorizationRequest().address)
      await browser.post(formAction(answer.body), { username: 'wang', password })
    }
    await tokensOf(world.app, 'wang')
    const signIns = lines.filter(({ method }) => method === 'POST').map((
      { user_id: by, path, resource, code },
    ) => [by, path, resource, code])
    expect(signIns).toEqual([[null, '/idp/realms/oa/sign-in/:uid', 'signIn', 401], [await idOf('wang'), '/idp/realms/oa/sign-in/:uid',
      'signIn', expect.any(Number)]])
    expect(JSON.stringify(lines)).not.toContain('wrong-one')
  })
})
