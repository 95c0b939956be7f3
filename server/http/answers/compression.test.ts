import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { open } from '../access.ts'
import { testApp, type TestApp } from '../testing.ts'

let product: TestApp
beforeAll(async () => {
  product = await testApp((app) => {
    app.get('/sample/long', { config: { access: open } }, async () => 'x'.repeat(5_000))
    app.get('/sample/short', { config: { access: open } }, async () => 'x')
    app.get('/sample/picture', { config: { access: open } }, async (_, reply) => reply.type('image/png').send(Buffer.alloc(5_000)))
    app.get('/sample/file', { config: { access: open, answersFile: true } },
      async (_, reply) =>
        reply.type('text/csv').header('content-length', 5_000).send(
          Readable.from(Array.from({ length: 5 }, () => Buffer.alloc(1_000, 'x'))),
        ))
  })
})
afterAll(() => product.app.close())

const ask = (url: string, encoding = 'gzip, br') => product.app.inject({ url, headers: { 'accept-encoding': encoding } })

describe('compression', () => {
  it('shortens long texts for clients that take it', async () => {
    const answer = await ask('/sample/long')
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('accept-encoding') as unknown })
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toMatchObject({ code: 200, data: 'x'.repeat(5_000) })
    expect(answer.rawPayload.length).toBeLessThan(500)
  })
  it('leaves alone what is short, what is compressed by its kind, and clients that do not take it', async () => {
    for (const answer of [await ask('/sample/short'), await ask('/sample/picture'), await ask('/sample/long', 'identity'),
      await ask('/sample/long', 'gzip;q=0, identity')])
      expect(answer.headers['content-encoding']).toBeUndefined()
  })
  it('leaves a file the length that it was given', async () => {
    const answer = await ask('/sample/file')
    expect(answer.headers).toMatchObject({ 'content-length': '5000' })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.rawPayload).toHaveLength(5_000)
  })
})
