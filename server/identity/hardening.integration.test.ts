import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs, signedIn } from '../http/access.ts'
import { roles } from './roles.ts'
import { authorizationRequest } from './testing-browser.ts'
import { testWorld, type TestWorld, tokensOf } from './testing.ts'
import { users } from './users.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld({ routes: (app) => {
    app.get('/who', { config: { access: signedIn } }, async ({ caller }) => caller.userName)
    app.get('/rated', { config: { access: needs('finance:rate:view') } }, async () => true)
  } })
  for (const userName of ['wang', 'chen']) await world.person({ userName })
})
afterAll(() => world?.close())

const status = async (url: string, token: string | undefined) => (await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
const idOf = async (userName: string) => (await world.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow()).id

describe('a token that was given before', () => {
  it('opens what a role gives from the next call on, and no more once the role is gone', async () => {
    const { access_token: token } = await tokensOf(world.app, 'wang')
    expect(await status('/rated', token)).toBe(403)
    await roles(world.db).grant('financeStaff', ['finance:rate:view'])
    await users(world.db).setRoles(await idOf('wang'), ['financeStaff'])
    expect(await status('/rated', token)).toBe(200)
    await users(world.db).setRoles(await idOf('wang'), [])
    expect(await status('/rated', token)).toBe(403)
  })

  it('opens nothing, and is not refreshed, once its person is disabled', async () => {
    const { access_token: token, refresh_token: refresh = '' } = await tokensOf(world.app, 'chen')
    expect(await status('/who', token)).toBe(200)
    await users(world.db).setEnabled(await idOf('chen'), false)
    expect(await status('/who', token)).toBe(401)
    const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'oa-cli', refresh_token: refresh })
    const answer = await world.app.inject({ method: 'POST', url: '/idp/realms/oa/protocol/openid-connect/token', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: form.toString() })
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'invalid_grant'])
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
