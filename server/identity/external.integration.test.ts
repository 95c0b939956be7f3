import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#server/http/access.ts'
import { testWorld, type TestWorld } from './testing.ts'

/** A fake Keycloak: it publishes keys and signs tokens. */
async function issuerOf(): Promise<
  { url: string; server: Server; publishing: { status: number }; sign: (payload: JWTPayload) => Promise<string> }
> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] })
  const publishing = { status: 200 }
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/realms/oa/protocol/openid-connect/certs' ? publishing.status : 404, {
      'content-type': 'application/json',
    }).end(keys)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/realms/oa`
  const sign = (payload: JWTPayload) =>
    new SignJWT({ iss: url, azp: 'oa', aud: 'account', typ: 'Bearer', ...payload }).setProtectedHeader({ alg: 'RS256', kid: 'k1',
      typ: 'JWT' }).setExpirationTime('5m').sign(
        privateKey,
      )
  return { url, server, publishing, sign }
}

describe('with an external identity provider', () => {
  let issuer: Awaited<ReturnType<typeof issuerOf>>
  let world: TestWorld

  beforeAll(async () => {
    issuer = await issuerOf()
    world = await testWorld({
      settings: { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'oa' },
      routes: (app) => app.get('/who', { config: { access: signedIn } }, async (request) => request.caller.userName),
    })
    await world.person({ userName: 'wang' })
    await world.person({ userName: 'chen' })
    await world.person({ userName: 'lin' })
  })
  afterAll(async () => {
    await world.close()
    issuer.server.close()
  })

  const who = async (payload: JWTPayload) => {
    const answer = await world.app.inject({ url: '/who', headers: { authorization: `Bearer ${await issuer.sign(payload)}` } })
    return answer.statusCode === 200 ? answer.json<{ data: string }>().data : answer.statusCode
  }

  it('nobody is signed out while the provider does not publish its keys', async () => {
    issuer.publishing.status = 502
    expect(await who({ sub: 's-chen', preferred_username: 'chen' })).toBe(503)
    issuer.publishing.status = 200
    expect(await who({ sub: 's-chen', preferred_username: 'chen' })).toBe('chen')
  })

  it('people are known by name the first time and by subject from then on', async () => {
    expect(await who({ sub: 's-wang', preferred_username: 'Wang' })).toBe('wang')
    expect(await who({ sub: 's-wang', preferred_username: 'renamed' })).toBe('wang')
    expect(await who({ sub: 's-other', preferred_username: 'wang' })).toBe(401)
  })

  it('a page’s first calls, which come all at once, know their person alike; of two strangers of one name one is let in', async () => {
    const first = Array.from({ length: 8 }, () => who({ sub: 's-lin', preferred_username: 'lin' }))
    expect(await Promise.all(first)).toEqual(Array(8).fill('lin'))
    expect(await who({ sub: 's-second-lin', preferred_username: 'lin' })).toBe(401)
  })

  it.each([
    ['of another client', { azp: 'other' }],
    ['that is an ID token', { typ: 'ID' }],
    ['of another issuer', { iss: 'http://evil.example/realms/oa' }],
    ['of nobody here', { sub: 's-x', preferred_username: 'nobody' }],
  ])('a token %s is refused', async (_, payload) => {
    expect(await who({ sub: 's-chen', preferred_username: 'chen', ...payload })).toBe(401)
  })

  it('there is no sign-in of our own', async () => {
    for (const url of ['/idp/realms/oa/.well-known/openid-configuration', '/idp/realms/oa/sign-in/x', '/public/captchaImage'])
      expect((await world.app.inject({ url })).statusCode).toBe(404)
    expect((await world.app.inject({ method: 'POST', url: '/system/login', payload: { username: 'wang', password: 'x' } })).statusCode)
      .toBe(404)
  })
})
