import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isAllowedAddress, outbound, OutboundFailure, type OutboundOptions, unmapped } from './outbound.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done).closeAllConnections()))))

async function at(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const kindOf = async (answer: Promise<unknown>) =>
  answer.then(() => 'answered', (error: unknown) => (error instanceof OutboundFailure ? error.kind : error))

const asking = (url: string, options: Partial<OutboundOptions> = {}) => outbound({ allow: [url], ...options })({ url })

describe('asking another system', () => {
  it('answers what it says, whatever its status', async () => {
    const url = await at((request, response) => {
      request.on('data', (body) =>
        response.writeHead(418, { 'content-type': 'Application/JSON; charset=utf-8' }).end(
          `${request.method} ${request.url} ${request.headers.authorization} ${body}`,
        ))
    })
    const { status, type, body } = await outbound({ allow: [`${url}/scim`] })({ method: 'POST', url: `${url}/other?a=1`,
      headers: { authorization: 'Bearer x' }, body: 'hello' })
    expect([status, type, body.toString()]).toEqual([418, 'application/json', 'POST /other?a=1 Bearer x hello'])
  })

  it('reaches those of the settings only: scheme, host and port', async () => {
    const url = await at((_, response) => response.end('hello'))
    for (const other of ['http://127.0.0.1:1', url.replace('http', 'https'), url.replace('127.0.0.1', 'localhost')]) {
      expect(await kindOf(outbound({ allow: [other] })({ url }))).toBe('notAllowed')
    }
  })

  it('follows no redirection', async () => {
    let calls = 0
    const url = await at((_, response) => {
      calls += 1
      response.writeHead(307, { location: '/next' }).end()
    })
    expect(await kindOf(asking(url))).toBe('redirected')
    expect(calls).toBe(1)
  })

  it('reads no more than it may', async () => {
    const url = await at((_, response) => response.end('x'.repeat(101)))
    expect(await kindOf(asking(url, { largest: 100 }))).toBe('tooLarge')
    expect(await kindOf(asking(url, { largest: 101 }))).toBe('answered')
  })

  it.each([
    ['never answers', (() => undefined) as RequestListener],
    ['never ends', ((_, response) => response.write('hello')) as RequestListener],
  ])('does not wait for one that %s', async (_, listener) => {
    expect(await kindOf(asking(await at(listener), { timeout: 50 }))).toBe('timeout')
  })

  it('does not wait for a name that is never resolved', async () => {
    expect(await kindOf(asking('http://directory.example', { timeout: 50, resolve: () => new Promise(() => undefined) }))).toBe('timeout')
  })

  it('says that nobody is there, without what was to be sent', async () => {
    const failure = await outbound({ allow: ['http://127.0.0.1:1'] })({ url: 'http://127.0.0.1:1/hook?key=secret',
      headers: { authorization: 'secret' } }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'unreachable', message: 'http://127.0.0.1:1: unreachable' })
  })

  it('connects to the address that was checked, and to none when one of them is not allowed', async () => {
    const url = await at((_, response) => response.end('hello'))
    const named = url.replace('127.0.0.1', 'directory.example')
    const resolvedTo = (...addresses: readonly string[]) => async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    expect(await kindOf(asking(named, { resolve: resolvedTo('127.0.0.1') }))).toBe('address')
    expect(await kindOf(asking(named, { resolve: resolvedTo('10.0.0.1', '::ffff:169.254.169.254') }))).toBe('address')
    expect(await kindOf(asking(named, { resolve: resolvedTo() }))).toBe('address')
  })
})

describe('an address', () => {
  it.each(['127.0.0.1', '127.9.9.9', '0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fe80::1%eth0',
    'ff02::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::',
    'fd00:ec2::254', 'nonsense', ''])('%s is not asked', (address) => {
      expect(isAllowedAddress(address)).toBe(false)
    })
  it.each(['10.1.2.3', '192.168.1.1', '172.16.0.9', '8.8.8.8', 'fd12::1', '2001:db8::1', '::ffff:10.1.2.3'])('%s is asked', (address) => {
    expect(isAllowedAddress(address)).toBe(true)
  })
  it('inside another is found', () => {
    expect(['::ffff:1.2.3.4', '::ffff:102:304', '64:ff9b::102:304', '2002:102:304::', '2001:db8::1', '1.2.3.4'].map(unmapped)).toEqual([
      '1.2.3.4',
      '1.2.3.4',
      '1.2.3.4',
      '1.2.3.4',
      '2001:db8::1',
      '1.2.3.4',
    ])
  })
})
