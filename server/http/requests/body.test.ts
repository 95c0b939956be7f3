import { type AddressInfo, connect } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import multipart from '@fastify/multipart'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { open } from '../access.ts'
import { OutsideUnavailable } from '../answers/errors.ts'
import { type TestApp, testApp } from '../testing.ts'
import { installUnreadBodies } from './body.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp((app) => {
    app.post('/any', { config: { access: open } }, async ({ body }) => body ?? 'nothing')
    app.post('/strict', { config: { access: open }, schema: { body: z.strictObject({ a: z.string() }) } }, async ({ body }) => body)
    app.post('/small', { config: { access: open }, bodyLimit: 100 }, async () => true)
    app.post('/form', { config: { access: open, form: true } }, async ({ body }) => body)
    app.post('/upload', { config: { access: open, multipart: true } }, async (request) => {
      const file = await request.file()
      return (await file?.toBuffer())?.toString() ?? 'no file'
    })
    app.post('/refused', { config: { access: open, multipart: true } }, async (request) => {
      await request.file()
      throw new Refused('attachments.unsupported')
    })
    app.post('/no-room', { config: { access: open, multipart: true } }, async (request) => {
      const part = await request.file()
      for await (const _ of part!.file) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    app.get('/query', { config: { access: open } }, async ({ query }) => query)
  })
})
afterAll(() => test.app.close())

const post = (url: string, payload: string | Buffer, type = 'application/json') =>
  test.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
const json = 'application/json'
const boundary = 'multipart/form-data; boundary=x'
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('a hostile body', () => {
  it.each([
    ['malformed JSON', '/any', '{"a":', json, 400],
    ['a bare word', '/any', 'undefined', json, 400],
    ['__proto__', '/any', '{"__proto__":{"admin":true}}', json, 400],
    ['__proto__ in escapes', '/any', '{"\\u005f_proto__":{"admin":true}}', json, 400],
    ['__proto__ far inside', '/any', '{"a":[{"b":{"__proto__":1}}]}', json, 400],
    ['a key that breaks the conversion to a text', '/any', '{"a":[{"toString":"x"}]}', json, 400],
    ['constructor', '/any', '{"constructor":{"prototype":{"admin":true}}}', json, 400],
    ['deep nesting', '/any', nested(5000), json, 400],
    ['nesting that exhausts stacks', '/any', nested(400_000), json, 400],
    ['NUL', '/any', '{"a":"\\u0000"}', json, 400],
    ['NUL in a key', '/any', '{"\\u0000":1}', json, 400],
    ['half a surrogate pair', '/any', '{"a":"\\ud800"}', json, 400],
    ['too much', '/any', `"${'x'.repeat(1024 * 1024)}"`, json, 413],
    ['too much for the route', '/small', `"${'x'.repeat(200)}"`, json, 413],
    ['XML', '/any', '<a/>', 'application/xml', 415],
    ['plain text', '/any', '{"a":"b"}', 'text/plain', 415],
    ['a content type that is none', '/any', '{"a":"b"}', 'json', 415],
    ['JSON with a suffix', '/any', '{"a":"b"}', 'application/problem+json', 415],
    ['a form where none is read', '/any', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['multipart where none is read', '/any', '--x--', boundary, 415],
    ['a form with __proto__', '/form', '__proto__=b', 'application/x-www-form-urlencoded', 400],
    ['multipart without a boundary', '/upload', '--x--', 'multipart/form-data', 400],
    ['multipart that breaks off', '/upload', '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nabc', boundary, 400],
    ['other multipart', '/upload', '--x--', 'multipart/mixed; boundary=x', 415],
  ])('%s is refused as the client’s error', async (_, ...[url, payload, type, status]) => {
    const answer = await post(url, payload, type)
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code: 42009 })
    expect(answer.json().msg).toMatch(/[\u4e00-\u9fff]/)
  })

  it('is refused by its schema with HTTP 200', async () => {
    for (const payload of ['null', '[]', '"text"', '1', '{"a":1}', '{"a":"b","c":1}', '']) {
      const answer = await post('/strict', payload)
      expect({ payload, status: answer.statusCode, code: answer.json().code }).toEqual({ payload, status: 200, code: 42009 })
    }
  })
})

describe('a friendly body', () => {
  it.each([
    ['{"a":"b"}', 'application/json; charset=utf-8', { a: 'b' }],
    ['', 'application/json', 'nothing'],
    ['{"a":"😀 王伟"}', 'application/json', { a: '😀 王伟' }],
    ['{"prototype":"P1"}', 'application/json', { prototype: 'P1' }],
  ])('%s as %s is read', async (payload, type, data) => {
    expect((await post('/any', payload, type)).json().data).toEqual(data)
  })
  it('may be a form where declared', async () => {
    expect((await post('/form', 'a=b&c=1&c=2', 'application/x-www-form-urlencoded')).json().data).toEqual({ a: 'b', c: ['1', '2'] })
  })
  it('may be multipart where declared', async () => {
    const payload = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n'
    expect((await post('/upload', payload, boundary)).json().data).toBe('abc')
  })
})

describe('a hostile query', () => {
  it.each(['?a=%00', '?__proto__=1', '?constructor=1'])('%s is refused', async (query) => {
    const answer = await test.app.inject(`/query${query}`)
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 400, code: 42009 })
  })
  it('may be malformed and still is only text', async () => {
    expect((await test.app.inject('/query?a=%zz&&=&b')).statusCode).toBe(200)
  })
})

describe('an upload whose reading ends early', () => {
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${boundary}\r\ncontent-length: ${length}\r\n\r\n`
  const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.exe"\r\n\r\n${'x'.repeat(300_000)}\r\n--x--\r\n`

  const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port

  /** The text received over one connection, until it contains a number of answers or ends. */
  const over = (port: number, sent: string, answers: number) =>
    new Promise<string>((resolve, reject) => {
      let response = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(sent))
      const end = () => {
        resolve(response)
        socket.destroy()
      }
      socket.on('data', (chunk) => {
        response += chunk.toString()
        if (response.split('HTTP/1.1 ').length > answers) end()
      })
      socket.on('end', end).on('error', reject)
      setTimeout(end, 3_000).unref()
    })

  it('is no failure of the call where its sender breaks it off; a store that does not answer is none either', async () => {
    const lines: { readonly level: number; readonly msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
    const own = await testApp((app) => {
      app.post('/upload', { config: { access: open, multipart: true } }, async (request) => (await request.file())?.toBuffer())
      app.get('/away', { config: { access: open } }, async () => {
        throw new OutsideUnavailable('away')
      })
      app.get('/broken', { config: { access: open } }, async () => {
        throw new Error('broken')
      })
    }, {}, { log })
    try {
      await own.app.listen({ port: 0 })
      const socket = connect(portOf(own.app), '127.0.0.1', () =>
        socket.write(`${head('/upload', 400_000)}${body.slice(0, 100_000)}`, () => socket.destroy()))
      await expect.poll(() => lines.map(({ msg }) => msg), { timeout: 20_000 }).toContain('the sender broke a call off')
      await own.app.inject('/away')
      await own.app.inject('/broken')
      const logged = lines.filter(({ msg }) => /call/.test(msg)).map(({ level, msg }) => [level, msg])
      expect(logged).toEqual([[30, 'the sender broke a call off'], [40, 'a call could not be served now'], [50,
        'a call failed unexpectedly']])
    } finally {
      await own.app.close()
    }
  })

  it.each(['/refused', '/no-room'])('leaves the connection to the next request: %s', async (path) => {
    await test.app.listen({ port: 0 }).catch(() => undefined)
    const response = await over(portOf(test.app),
      `${head(path, Buffer.byteLength(body))}${body}GET /query?next=1 HTTP/1.1\r\nhost: x\r\n\r\n`, 2)
    expect(response.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2)
    expect(response).toContain('"next":"1"')
  })

  it('is told from a head beyond 16 kB, whose connection ends with the answer', async () => {
    await test.app.listen({ port: 0 }).catch(() => undefined)
    const response = await over(portOf(test.app), `GET /query HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(40_000)}\r\n\r\n`, 2)
    expect(response).toMatch(/^HTTP\/1\.1 431 [\s\S]*connection: close[\s\S]*"code":42009,"msg":"请求头过大/)
  })

  it('ends the connection where the rest takes too long', async () => {
    const app = fastify()
    await app.register(multipart)
    installUnreadBodies(app, 50)
    app.post('/slow', async (request) => (await request.file()) !== undefined)
    await app.listen({ port: 0 })
    const response = await over(portOf(app), head('/slow', body.length + 1_000) + body, 2)
    await app.close()
    expect(response).toContain('connection: close')
  })
})
