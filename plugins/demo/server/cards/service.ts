import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { offerCards } from '#plugins/cards/server/public-api.ts'
import type { Env } from '#server/env.ts'
import { listenLocally } from '../local-address.ts'
import { collectedBy } from './collected-cards.ts'

/** Starts a simulated business card service of a chat app on a free local port. @returns a function that stops it */
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
  const withdraw = offerCards(env, { url: await listenLocally(server), token })
  return () => {
    withdraw()
    return new Promise((done) => void server.close(() => done()).closeAllConnections())
  }
}
