import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signedIn } from '#server/http/access.ts'
import type { ProviderOrder } from './testing-other-provider.ts'
import { otherClient, type OtherProvider, startOtherProvider } from './testing-start-provider.ts'
import { testWorld, type TestWorld } from './testing.ts'

let provider: OtherProvider
let world: TestWorld
beforeAll(async () => {
  provider = await startOtherProvider()
  world = await testWorld({
    settings: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: otherClient },
    routes: (app) => app.get('/who', { config: { access: signedIn } }, async (request) => request.caller.userName),
  })
  await world.person({ userName: 'wang' })
  await world.person({ userName: 'gone', enable: false })
})
afterAll(async () => {
  vi.useRealTimers()
  await world?.close()
  await provider?.stop()
})

const token = (claims: object = {}, more: Partial<Extract<ProviderOrder, { order: 'sign' }>> = {}) =>
  provider.ask({ order: 'sign', claims: { sub: 'person-wang', preferred_username: 'wang', ...claims }, expires: '5m', algorithm: 'RS256',
    ...more })

const who = async (bearer: string) => {
  const answer = await world.app.inject({ url: '/who', headers: { authorization: `Bearer ${bearer}` } })
  return answer.statusCode === 200 ? answer.json<{ data: string }>().data : answer.statusCode
}

describe('with a provider that runs elsewhere', () => {
  it('people are those of the same user name', async () => {
    expect(await who(await token())).toBe('wang')
    expect(await who(await token({ sub: 'person-gone', preferred_username: 'gone' }))).toBe(401)
    expect(await who(await token({ sub: 'person-x', preferred_username: 'nobody' }))).toBe(401)
  })

  it('browsers are told where to sign in', async () => {
    expect((await world.app.inject('/public/identityProvider')).json()).toMatchObject({
      data: { issuer: provider.issuer, clientId: otherClient },
    })
  })

  it.each([
    ['for another client', { azp: 'other', aud: 'other' }, {}],
    ['of another issuer', { iss: 'http://127.0.0.1/realms/works' }, {}],
    ['that is an ID token', { typ: 'ID' }, {}],
    ['that has expired', {}, { expires: '-1s' }],
    ['signed with a secret instead of a key', {}, { algorithm: 'HS256', key: 'office' }],
  ] as const)('a token %s is refused', async (_, claims, more) => {
    expect(await who(await token(claims, more))).toBe(401)
  })

  it('a token without a signature, and one that somebody altered, are refused', async () => {
    const [head = '', body = '', signature = ''] = (await token()).split('.')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    const altered = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), preferred_username: 'root' }),
    ).toString('base64url')
    expect([await who(`${unsigned}.${body}.`), await who(`${head}.${altered}.${signature}`)]).toEqual([401, 401])
  })

  it('a new key is followed, and the old one is none any more', async () => {
    const old = await token()
    expect(await who(old)).toBe('wang')
    await provider.ask({ order: 'rotate' })
    // Keys are not fetched repeatedly: otherwise an attacker could trigger a request with every token.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await who(await token())).toBe('wang')
    expect(await who(old)).toBe(401)
  })
})
