import { request as nodeRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs, needsAny, open, routeRegistry, signedIn } from './access.ts'
import { type TestApp, testApp } from './testing.ts'

const people = { wang: ['sample:part:view'], chen: ['sample:part:view', 'sample:part:edit'], root: ['*'] }
const as = (name: string) => ({ authorization: `Bearer ${name}` })

let test: TestApp
beforeAll(async () => {
  test = await testApp((app) => {
    app.get('/sample/open', { config: { access: open } }, async () => 'hello')
    app.get('/sample/mine', { config: { access: signedIn } }, async ({ caller }) => caller.id)
    app.post('/sample/part', { config: { access: needs('sample:part:view', 'sample:part:edit'), resource: 'part', repeats: 'harmless' } },
      async () => true)
    app.get('/sample/part/:id', { config: { access: needsAny('sample:part:view', 'sample:part:edit') } }, async () => true)
    app.get('/sample/files/*', { config: { access: signedIn } }, async () => true)
    app.get('/sample/remind', { config: { access: signedIn, changing: true, repeats: 'harmless' } }, async () => true)
    app.post('/sample/part/page', { config: { access: signedIn, reads: true } }, async () => [])
    app.delete('/sample/part/:id', { config: { access: signedIn, resource: 'part', repeats: 'harmless' } }, async () => true)
  }, people)
})
afterAll(() => test.app.close())

describe('registration', () => {
  const registering = (config: object, url = '/sample') => testApp((app) => void app.get(url, { config }, async () => 1))

  it('refuses a route that does not say who may call it', async () => {
    await expect(registering({})).rejects.toThrow('GET /sample does not declare who may call it')
  })
  it('refuses a changing call that is open to all', async () => {
    await expect(registering({ access: open, changing: true })).rejects.toThrow('changes something and is open')
  })
  it('refuses a route with the prefix that the host adds itself', async () => {
    await expect(registering({ access: open }, '/api/sample')).rejects.toThrow('must not carry the /api prefix')
  })
  it.each([['post', {}], ['put', {}], ['delete', {}], ['get', { changing: true }]] as const)(
    'refuses a changing call that does not say how it may be repeated: %s',
    async (method, config) => {
      const registered = testApp((app) => void app[method]('/sample', { config: { access: signedIn, ...config } }, async () => 1))
      await expect(registered).rejects.toThrow('/sample changes something and does not say how it may be repeated')
    },
  )
  it('fails a call that promises a unit of work and goes through none, where that is to be proven', async () => {
    const { app } = await testApp((routes) => {
      routes.post('/sample', { config: { access: signedIn, repeats: 'once' } }, async () => 1)
    }, people, { demandsUnitOfWork: true })
    expect((await app.inject({ method: 'POST', url: '/sample', headers: as('wang') })).json()).toMatchObject({ code: 500 })
    await app.close()
  })
  it('lists every route with its access', () => {
    expect(routeRegistry(test.app)).toContainEqual({
      method: 'POST',
      url: '/sample/part',
      access: { who: 'holder', of: 'all', permissions: ['sample:part:view', 'sample:part:edit'] },
      changing: false,
      reads: false,
      resource: 'part',
    })
  })
})

describe('access', () => {
  it.each([
    ['GET', '/sample/open', undefined, 200],
    ['GET', '/sample/mine', undefined, 401],
    ['GET', '/sample/mine', 'nobody', 401],
    ['GET', '/sample/mine', 'wang', 200],
    ['POST', '/sample/part', undefined, 401],
    ['POST', '/sample/part', 'wang', 403],
    ['POST', '/sample/part', 'chen', 200],
    ['POST', '/sample/part', 'root', 200],
    ['GET', '/sample/part/7', 'wang', 200],
    ['GET', '/sample/absent', undefined, 404],
    ['HEAD', '/sample/mine', 'wang', 404],
  ] as const)('%s %s by %s answers %i', async (method, url, name, status) => {
    const answer = await test.app.inject({ method, url, headers: name ? as(name) : {} })
    expect(answer.statusCode).toBe(status)
  })

  it.each([
    [undefined, 200],
    ['same-origin', 200],
    ['same-site', 403],
    ['cross-site', 403],
    ['none', 403],
  ])('a changing GET from a page of site %s answers %i', async (site, status) => {
    const answer = await test.app.inject({ url: '/sample/remind', headers: { ...as('wang'), ...(site && { 'sec-fetch-site': site }) } })
    expect(answer.statusCode).toBe(status)
  })
})

describe('spellings of a path', () => {
  /** Sends the URL unchanged, since `inject` would normalise it. */
  const ask = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = test.app.server.address() as AddressInfo
      nodeRequest({ port, path, host: '127.0.0.1' }, (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', reject).end()
    })
  beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }))

  it.each([
    ['/sample/mine', 401],
    ['/api/sample/mine', 401],
    ['/api/sample/mine?_t=1', 401],
    ['/sample/mine/', 404],
    ['/api/api/sample/mine', 404],
    ['/apisample/mine', 404],
    ['//sample/mine', 404],
    ['/api//sample/mine', 404],
    ['/sample//mine', 404],
    ['/sample%2Fmine', 404],
    ['/sample%2fmine', 404],
    ['/sample%5Cmine', 404],
    ['/sample;a=b/mine', 404],
    ['/sample/mine;a=b', 404],
    ['/sample/mine%3Ba=b', 404],
    ['/sample/./mine', 404],
    ['/sample/open/../mine', 404],
    ['/sample/open/%2e%2e/mine', 404],
    ['/sample/mine%00', 404],
    ['/sample/mine%0a', 404],
    ['/SAMPLE/mine', 404],
    ['/sample/part/a', 401],
    ['/sample/part/a%2Fb', 404],
    ['/sample/part/a;b=c', 404],
    ['/sample/part/a%5Cb', 404],
    ['/sample/files/a/b', 401],
    ['/sample/files//b', 404],
    ['/sample/files/a/..', 404],
    ['/%73ample/mine', 401],
    ['/sample/%ff', 404],
    ['/.refused', 404],
    ['http://127.0.0.1/sample/mine', 404],
    [`/sample/part/${'x'.repeat(600)}`, 414],
  ])('%s answers %i', async (path, status) => {
    expect(await ask(path)).toBe(status)
  })
})

describe('audit', () => {
  const lines = async (method: 'GET' | 'POST' | 'DELETE', url: string, name?: string) => {
    test.audited.length = 0
    await test.app.inject({ method, url, headers: name ? as(name) : {} })
    return test.audited.map(({ user_id, path, code, resource, resource_id }) => ({ user_id, path, code, resource, resource_id }))
  }

  it('has one line for a change, with the pattern of its route and the record', async () => {
    expect(await lines('DELETE', '/api/sample/part/7', 'wang')).toEqual([{ user_id: 'wang', path: '/sample/part/:id', code: 200,
      resource: 'part', resource_id: '7' }])
  })
  it('has one line for a refusal, with and without a person', async () => {
    expect(await lines('POST', '/sample/part', 'wang')).toMatchObject([{ user_id: 'wang', code: 403 }])
    expect(await lines('GET', '/sample/mine')).toMatchObject([{ user_id: null, code: 401 }])
  })
  it('has a line for a GET that changes something, and none for asking', async () => {
    expect(await lines('GET', '/sample/remind', 'wang')).toHaveLength(1)
    expect(await lines('GET', '/sample/mine', 'wang')).toEqual([])
    expect(await lines('POST', '/sample/part/page', 'wang')).toEqual([])
    expect(await lines('GET', '/sample/absent')).toEqual([])
  })
})
