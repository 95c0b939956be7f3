import { describe, expect, it } from 'vitest'
import { open, signedIn } from './access.ts'
import { tight } from './security.ts'
import { testApp } from './testing.ts'

const withLimit = (requestsPerMinute: number, trustedProxies: readonly string[] = []) =>
  testApp(
    (app) => {
      app.get('/sample/mine', { config: { access: signedIn } }, async () => true)
      app.post('/sample/login', { config: { access: open, rateLimit: tight } }, async () => true)
    },
    {},
    { env: { publicUrl: 'http://127.0.0.1:8080', trustedProxies: [...trustedProxies], requestsPerMinute } },
  )

describe('the limit of an address', () => {
  it('counts every request, also those to nowhere, and says when to come back', async () => {
    const { app } = await withLimit(3)
    const statuses: number[] = []
    for (const url of ['/sample/mine', '/nowhere', '//', '/sample/mine']) statuses.push((await app.inject(url)).statusCode)
    expect(statuses).toEqual([401, 404, 404, 429])
    const answer = await app.inject({ url: '/sample/mine', headers: { 'accept-language': 'en' } })
    expect(answer.json()).toEqual({ code: 42009, msg: 'Too many requests. Try again shortly' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.inject({ url: '/sample/mine', remoteAddress: '10.0.0.9' })).statusCode).toBe(401)
    await app.close()
  })
  it('cannot be shaken off by a header unless a trusted proxy sets it', async () => {
    const ask = async (proxies: readonly string[]) => {
      const { app } = await withLimit(1, proxies)
      await app.inject({ url: '/sample/mine', headers: { 'x-forwarded-for': '1.1.1.1' } })
      const { statusCode } = await app.inject({ url: '/sample/mine', headers: { 'x-forwarded-for': '2.2.2.2' } })
      await app.close()
      return statusCode
    }
    expect(await ask([])).toBe(429)
    expect(await ask(['127.0.0.1'])).toBe(401)
  })
  it('is tighter where guessing pays', async () => {
    const { app } = await withLimit(1000)
    const ask = async () => (await app.inject({ method: 'POST', url: '/sample/login' })).statusCode
    for (let count = 0; count < tight.max; count += 1) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    await app.close()
  })
})
