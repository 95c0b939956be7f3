import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#server/http/access.ts'
import { roles } from './rights/roles.ts'
import { testPassword, testWorld, type TestWorld, type Tokens } from './testing.ts'
import { authorizationRequest, codeOf, exchange, formAction, refresh, TestBrowser } from './testing-browser.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld({
    routes: (app) => app.get('/who', { config: { access: signedIn } }, async (request) => request.caller.userName),
  })
  await roles(world.db).grant('employee', ['form:leave:add'])
  await world.person({ userName: 'wang' })
})
afterAll(() => world.close())

async function signIn(browser = new TestBrowser(world.app)) {
  const request = authorizationRequest()
  return exchange(world.app, await codeOf(browser, request, 'wang', testPassword), request.verifier)
}

describe('signing in with the browser', () => {
  it('ends at the application with tokens that open the calls', async () => {
    const tokens = await signIn()
    expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 300, refresh_expires_in: 1800 })
    expect(tokens.id_token).toBeTruthy()
    const answer = await world.app.inject({ url: '/who', headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(answer.json()).toMatchObject({ code: 200, data: 'wang' })
  })

  it('needs no password while the session lasts', async () => {
    const browser = new TestBrowser(world.app)
    await signIn(browser)
    const { target } = await browser.follow(authorizationRequest().address)
    expect(target?.searchParams.get('code')).toBeTruthy()
  })

  it('needs it again when nothing was used for half an hour', async () => {
    const browser = new TestBrowser(world.app)
    await signIn(browser)
    const hourAgo = Math.floor(Date.now() / 1000) - 3600
    await sql`update idp_record set payload = jsonb_set(payload, '{loginTs}', ${String(hourAgo)}::jsonb) where model = 'Session'`.execute(
      world.db,
    )
    expect((await browser.follow(authorizationRequest().address)).target).toBeDefined()
    await sql`update idp_record set expires_at = now() - interval '1 second' where model = 'RefreshToken'`.execute(world.db)
    const { answer } = await browser.follow(authorizationRequest().address)
    expect(answer.body).toContain('name="password"')
  })

  it('refuses a request without PKCE, with its plain method, or to another address', async () => {
    const browser = new TestBrowser(world.app)
    const refusal = async (changes: Record<string, string | undefined>) => browser.follow(authorizationRequest(changes).address)
    expect((await refusal({ code_challenge: undefined, code_challenge_method: undefined })).target?.searchParams.get('error')).toBe(
      'invalid_request',
    )
    expect((await refusal({ code_challenge_method: 'plain' })).target?.searchParams.get('error')).toBe('invalid_request')
    const elsewhere = await refusal({ redirect_uri: 'https://evil.example/login' })
    expect(elsewhere).toMatchObject({ target: undefined, answer: { statusCode: 400 } })
    expect(elsewhere.answer.body).toContain('无法完成登录')
    expect((await refusal({ redirect_uri: 'http://localhost:8080/login' })).answer.statusCode).toBe(200)
  })

  it('refuses a code with another verifier, and a second time', async () => {
    const request = authorizationRequest()
    const code = await codeOf(new TestBrowser(world.app), request, 'wang', testPassword)
    expect(await exchange(world.app, code, 'x'.repeat(43))).toMatchObject({ error: 'invalid_grant' })
    const again = authorizationRequest()
    const used = await codeOf(new TestBrowser(world.app), again, 'wang', testPassword)
    const first = await exchange(world.app, used, again.verifier)
    expect(first.status).toBe(200)
    expect(await exchange(world.app, used, again.verifier)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(world.app, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('the sign-in page', () => {
  const pageIn = async (headers: Record<string, string>, changes: Record<string, string> = {}) => {
    const browser = new TestBrowser(world.app, headers)
    const { answer } = await browser.follow(authorizationRequest(changes).address)
    return { browser, answer }
  }

  it('speaks the language of the application, else of the browser', async () => {
    expect((await pageIn({ 'accept-language': 'en-GB,en;q=0.9' })).answer.body).toContain('<html lang="en">')
    expect((await pageIn({ 'accept-language': 'en-GB' }, { ui_locales: 'zh-CN' })).answer.body).toContain('<h1>登录</h1>')
    expect((await pageIn({ 'accept-language': 'zh-CN' }, { ui_locales: 'en_US' })).answer.body).toContain('<h1>Sign in</h1>')
  })

  it('runs no inline script and sends its form to itself and the application only', async () => {
    const { answer } = await pageIn({})
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:8080 http://localhost:8080")
    expect(answer.body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
    for (const [, file] of answer.body.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g))
      expect((await world.app.inject({ url: file ?? '' })).statusCode).toBe(200)
  })

  it('keeps the name and says at the field what is wrong', async () => {
    const { browser, answer } = await pageIn({ 'accept-language': 'en' })
    const wrong = await browser.post(formAction(answer.body), { username: 'wang"><b>', password: 'nonsense' })
    expect(wrong.body).toContain('value="wang&#34;&#62;&#60;b&#62;"')
    expect(wrong.body).toMatch(/id="password-problem" role="alert">Wrong user name or password</)
    expect(wrong.body).toContain('aria-invalid="true" aria-describedby="password-problem"')
    const empty = await browser.post(formAction(answer.body), { username: '', password: '' })
    expect(empty.body).toMatch(/id="username-problem" role="alert">Enter your user name</)
  })

  it('says that it is over when the browser is not in the middle of a sign-in', async () => {
    const answer = await new TestBrowser(world.app).get('/idp/realms/oa/sign-in/unknown')
    expect(answer.body).toContain('登录页已过期')
  })

  it('asks for a new password after a first one', async () => {
    await world.person({ userName: 'newcomer', mustChangePassword: true })
    const browser = new TestBrowser(world.app, { 'accept-language': 'en' })
    const request = authorizationRequest()
    const { answer } = await browser.follow(request.address)
    const change = await browser.post(formAction(answer.body), { username: 'newcomer', password: testPassword })
    expect(change.body).toContain('Choose a new password')
    const address = formAction(change.body)
    expect((await browser.post(address, { newPassword: '12345', repeat: '12345' })).body).toContain('Password is 6 to 18 characters')
    expect((await browser.post(address, { newPassword: 'password1', repeat: 'password1' })).body).toContain('too common')
    expect((await browser.post(address, { newPassword: 'Bamboo-77', repeat: 'Bamboo-78' })).body).toContain('don’t match')
    expect((await browser.post(address, { newPassword: testPassword, repeat: testPassword })).body).toContain(
      'different from the current one',
    )
    const saved = await browser.post(address, { newPassword: 'Bamboo-77', repeat: 'Bamboo-77' })
    const { target } = await browser.follow(new URL(String(saved.headers.location)).pathname)
    expect((await exchange(world.app, target?.searchParams.get('code') ?? '', request.verifier)).status).toBe(200)
  })
})

describe('refreshing', () => {
  it('answers a new refresh token each time and keeps to eight hours in all', async () => {
    const first = await signIn()
    const second = await refresh(world.app, first.refresh_token)
    expect(second).toMatchObject({ status: 200, refresh_expires_in: 1800 })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const almost = Math.floor(Date.now() / 1000) - 8 * 3600 + 100
    await sql`update idp_record set payload = jsonb_set(payload, '{iiat}', ${String(almost)}::jsonb) where model = 'RefreshToken'`.execute(
      world.db,
    )
    const last = await refresh(world.app, second.refresh_token)
    expect(Number(last.refresh_expires_in)).toBeLessThanOrEqual(100)
  })

  it('may be repeated when the answer was lost, until the new token is used', async () => {
    const first = await signIn()
    const lost = await refresh(world.app, first.refresh_token)
    const repeated = await refresh(world.app, first.refresh_token)
    expect(repeated.status).toBe(200)
    expect((await refresh(world.app, lost.refresh_token)).status).toBe(200)
    expect(await refresh(world.app, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })

  it('goes on with one of two answers: the other ends the sign-in', async () => {
    const first = await signIn()
    const [one, other] = [await refresh(world.app, first.refresh_token), await refresh(world.app, first.refresh_token)]
    const next = await refresh(world.app, one.refresh_token)
    expect([one.status, other.status, next.status]).toEqual([200, 200, 200])
    expect(await refresh(world.app, other.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(world.app, next.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })

  it('ends the whole grant when a used token comes back later', async () => {
    const first = await signIn()
    const second = await refresh(world.app, first.refresh_token)
    await sql`update idp_record set consumed_at = consumed_at - interval '1 minute' where consumed_at is not null`.execute(world.db)
    expect(await refresh(world.app, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(world.app, second.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('signing out', () => {
  const whoIs = async ({ access_token: token }: Tokens) =>
    (await world.app.inject({ url: '/system/user/currentUser', headers: { authorization: `Bearer ${token}` } })).statusCode

  it('ends the session and all of its tokens, of no other device, and leads back to the application', async () => {
    const browser = new TestBrowser(world.app)
    const tokens = await signIn(browser)
    const elsewhere = await signIn()
    expect([await whoIs(tokens), await whoIs(elsewhere)]).toEqual([200, 200])
    const page = await browser.get(
      `/idp/realms/oa/protocol/openid-connect/logout?${
        new URLSearchParams({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: 'http://127.0.0.1:8080/' }).toString()
      }`,
    )
    expect(page.body).toContain('data-send')
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const out = await browser.post(new URL(formAction(page.body)).pathname, { xsrf, logout: 'yes' })
    expect(out.headers.location).toBe('http://127.0.0.1:8080/')
    expect(await refresh(world.app, tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect([await whoIs(tokens), await whoIs(elsewhere)]).toEqual([401, 200])
    expect((await browser.follow(authorizationRequest().address)).answer.body).toContain('name="password"')
  })

  it('leads to no other address', async () => {
    const browser = new TestBrowser(world.app)
    const tokens = await signIn(browser)
    const page = await browser.get(
      `/idp/realms/oa/protocol/openid-connect/logout?${
        new URLSearchParams({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: 'https://evil.example/' }).toString()
      }`,
    )
    expect(page.statusCode).toBe(400)
  })
})

describe('what the provider tells', () => {
  const ask = (token: string | undefined, form: Record<string, string>) =>
    world.app.inject({ method: 'POST', url: '/idp/realms/oa/protocol/openid-connect/token',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString() })
  const ticket = { grant_type: 'urn:ietf:params:oauth:grant-type:uma-ticket', audience: 'oa-web', response_mode: 'permissions' }

  it('discovery names the Keycloak-shaped addresses of the known host, whatever the Host header says', async () => {
    const answer = await world.app.inject({ url: '/idp/realms/oa/.well-known/openid-configuration', headers: { host: 'evil.example' } })
    expect(answer.json()).toMatchObject({
      issuer: 'http://127.0.0.1:8080/idp/realms/oa',
      authorization_endpoint: 'http://127.0.0.1:8080/idp/realms/oa/protocol/openid-connect/auth',
      token_endpoint: 'http://127.0.0.1:8080/idp/realms/oa/protocol/openid-connect/token',
      userinfo_endpoint: 'http://127.0.0.1:8080/idp/realms/oa/protocol/openid-connect/userinfo',
      jwks_uri: 'http://127.0.0.1:8080/idp/realms/oa/protocol/openid-connect/certs',
      end_session_endpoint: 'http://127.0.0.1:8080/idp/realms/oa/protocol/openid-connect/logout',
    })
  })

  it('the ticket grant answers the permissions', async () => {
    const { access_token: token } = await signIn()
    expect((await ask(token, ticket)).json()).toEqual([{ rsid: 'form:leave:add', rsname: 'form:leave:add', scopes: [] }])
    expect((await ask('nonsense', ticket)).statusCode).toBe(401)
    expect((await ask(token, { ...ticket, audience: 'other' })).statusCode).toBe(400)
  })

  it('user info and account speak of the token’s holder, and the account keeps a language', async () => {
    const { access_token: token } = await signIn()
    const headers = { authorization: `Bearer ${token}` }
    expect((await world.app.inject({ url: '/idp/realms/oa/protocol/openid-connect/userinfo', headers })).json()).toMatchObject({
      preferred_username: 'wang',
    })
    const account = (payload: object) => world.app.inject({ method: 'POST', url: '/idp/realms/oa/account', headers, payload })
    expect((await account({ attributes: { locale: 'en' } })).json()).toMatchObject({ username: 'wang', attributes: { locale: 'en' } })
    expect((await account({ attributes: { phone: '123' } })).json()).toMatchObject({ code: 42009 })
    expect((await account({ lastName: '别人' })).json()).toMatchObject({ code: 42009 })
    expect((await world.app.inject({ url: '/idp/realms/oa/account' })).statusCode).toBe(401)
  })
})
