import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { offerCards, withdrawCards } from '#plugins/cards/server/public-api.ts'
import type { Env } from '#server/env.ts'
import { collectedBy } from './collected-cards.ts'

/** A chat app's service for business cards, for the demonstration, on a free port of this machine. Answers what ends it. */
export async function startCardService(env: Env): Promise<() => Promise<void>> {
  const token = randomBytes(18).toString('base64url')
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cards')
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${token}`) answer(401, {})
    else if (pathname !== '/cards') answer(404, {})
    else answer(200, { cards: collectedBy(searchParams.get('user') ?? '') })
  })
  server.unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  offerCards(env, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token })
  return () => {
    withdrawCards(env)
    return new Promise((done) => void server.close(() => done()).closeAllConnections())
  }
}
