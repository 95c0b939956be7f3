import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A verification service with configurable misbehaviour, for tests. */
export interface TestService {
  readonly url: string
  readonly key: string
  manner: 'answers' | 'breaks' | 'speaksNonsense' | 'cuts'
  outcome: string
  readonly requests: unknown[]
  close(): Promise<void>
}

/** Starts a service on a free local port. */
export async function testService(): Promise<TestService> {
  const service: Omit<TestService, 'url' | 'close'> = { key: 'key of the test', manner: 'answers', outcome: 'genuine', requests: [] }
  const answer = async (request: IncomingMessage, send: (status: number, body: string) => unknown) => {
    service.requests.push(JSON.parse(await text(request)))
    send(200, JSON.stringify({ outcome: service.outcome, message: '' }))
  }
  const server = createServer((request, response) => {
    const send = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    if (request.headers.authorization !== `Bearer ${service.key}` || request.url !== '/verifications') return send(401, '{}')
    if (service.manner === 'cuts') return request.socket.destroy()
    if (service.manner !== 'answers') return send(service.manner === 'breaks' ? 503 : 200, '<html>')
    return void answer(request, send)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(service, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()) })
}
