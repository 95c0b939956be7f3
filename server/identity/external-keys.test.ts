import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, it } from 'vitest'
import { Unauthenticated } from '#kernel/errors.ts'
import { OutsideUnavailable } from '#server/http/answers/errors.ts'
import { externalVerifier } from './sessions/tokens.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const published = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] })
const timeout = 150

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A provider whose key endpoint answers by this listener. */
async function provider(answer: RequestListener) {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/oa`
  const token = (kid = 'k1') =>
    new SignJWT({ iss: issuer, azp: 'oa', typ: 'Bearer', sub: 's-wang' }).setProtectedHeader({ alg: 'RS256', kid }).setExpirationTime('5m')
      .sign(privateKey)
  return { verify: externalVerifier(issuer, 'oa', timeout), token }
}

const failing: readonly (readonly [string, RequestListener])[] = [
  ['that is too slow', (_, response) => void setTimeout(() => response.end(published), timeout * 4)],
  ['that begins and does not end', (_, response) => void response.write('{"keys":')],
  ['that is out of order', (_, response) => void response.writeHead(500).end(published)],
  ['that sends people elsewhere', (_, response) => void response.writeHead(302, { location: '/maintenance' }).end()],
  ['whose proxy shows a page', (_, response) => void response.end('<html>Bad gateway</html>')],
  ['that publishes no keys', (_, response) => void response.end('{}')],
  ['that hangs up', (request) => void request.socket.destroy()],
]
it.each(failing)('nobody can say whether a token is good by the keys of a provider %s', async (_, answer) => {
  const { verify, token } = await provider(answer)
  await expect(verify(await token())).rejects.toThrow(OutsideUnavailable)
})

it('a token is known again as soon as the provider answers', async () => {
  let isAway = true
  const { verify, token } = await provider((_, response) => void (isAway ? response.writeHead(503).end() : response.end(published)))
  await expect(verify(await token())).rejects.toThrow(OutsideUnavailable)
  isAway = false
  expect(await verify(await token())).toMatchObject({ subject: 's-wang' })
})

it('a token of a key that the provider does not publish is refused', async () => {
  const { verify, token } = await provider((_, response) => void response.end(published))
  await expect(verify(await token('k2'))).rejects.toThrow(Unauthenticated)
})
