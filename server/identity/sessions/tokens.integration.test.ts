import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#server/http/access.ts'
import { loadKeys } from './tokens.ts'
import { testWorld, type TestWorld } from '../testing.ts'
import { users } from '../organisation/users.ts'

describe('an access token', () => {
  let world: TestWorld
  let wang: string
  let sign: (
    changes?: { header?: Record<string, string>; payload?: JWTPayload; key?: Awaited<ReturnType<typeof importJWK>> },
  ) => Promise<string>

  beforeAll(async () => {
    world = await testWorld({
      routes: (app) => app.get('/who', { config: { access: signedIn } }, async (request) => request.caller.userName),
    })
    wang = await world.person({ userName: 'wang' })
    const { signing } = await loadKeys(world.db)
    const own = await importJWK(signing, 'RS256')
    sign = ({ header = {}, payload = {}, key = own } = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: 'http://127.0.0.1:8080/idp/realms/oa', aud: 'oa-web', sub: wang, iat: now, exp: now + 300, epoch: 0,
        ...payload }
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: signing.kid, ...header }).sign(key)
    }
  })
  afterAll(() => world.close())

  const status = async (token: string) =>
    (await world.app.inject({ url: '/who', headers: { authorization: `Bearer ${token}` } })).statusCode

  it('opens the calls when everything about it is right', async () => {
    expect(await status(await sign())).toBe(200)
  })

  it.each([
    ['another issuer', { payload: { iss: 'http://127.0.0.1:8080/idp/realms/other' } }],
    ['another audience', { payload: { aud: 'oa-cli' } }],
    ['the type of an ID token', { header: { typ: 'JWT' } }],
    ['an expiry in the past', { payload: { exp: 1_000_000_000 } }],
    ['no expiry', { payload: { exp: undefined } }],
    ['an earlier epoch', { payload: { epoch: -1 } }],
    ['no epoch', { payload: { epoch: undefined } }],
    ['an unknown person', { payload: { sub: 'nobody' } }],
  ])('is refused with %s', async (_, changes) => {
    expect(await status(await sign(changes))).toBe(401)
  })

  it('is refused with another key, whatever the header claims', async () => {
    const foreign = await generateKeyPair('RS256', { extractable: true })
    expect(await status(await sign({ key: foreign.privateKey }))).toBe(401)
    const elliptic = await generateKeyPair('ES256')
    expect(await status(await sign({ header: { alg: 'ES256' }, key: elliptic.privateKey }))).toBe(401)
  })

  it('is refused when it is signed with the public key as a shared secret, or not at all', async () => {
    const { signing } = await loadKeys(world.db)
    const { kty, n, e } = signing
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(await importJWK({ kty, n, e }, 'RS256', { extractable: true }))))
    expect(await status(await sign({ header: { alg: 'HS256' }, key: secret }))).toBe(401)
    const [, payload] = (await sign()).split('.')
    expect(await status(`${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`)).toBe(401)
  })

  it('is refused without its scheme, in the query and in a cookie', async () => {
    const token = await sign()
    expect((await world.app.inject({ url: '/who', headers: { authorization: token } })).statusCode).toBe(401)
    expect((await world.app.inject({ url: `/who?access_token=${token}` })).statusCode).toBe(401)
    expect((await world.app.inject({ url: '/who', headers: { cookie: `access_token=${token}` } })).statusCode).toBe(401)
  })

  it('ends with a new password and with its sessions', async () => {
    const token = await sign()
    await users(world.db, new Date()).setPassword(wang, 'scrypt$1$1$1$AA$AA')
    expect(await status(token)).toBe(401)
    expect(await status(await sign({ payload: { epoch: 1 } }))).toBe(200)
    await users(world.db, new Date()).endSessions(wang)
    expect(await status(await sign({ payload: { epoch: 1 } }))).toBe(401)
  })

  it('serves a second instance from the same key', async () => {
    const second = world.database.second()
    expect((await loadKeys(second.db)).signing.kid).toBe((await loadKeys(world.db)).signing.kid)
    await second.close()
  })
})
