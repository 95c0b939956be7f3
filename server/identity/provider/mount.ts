import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import storage from 'oidc-provider/lib/helpers/als.js'
import type { Env } from '#server/env.ts'
import { open } from '#server/http/access.ts'
import { endsWithAnswers } from '#server/concurrency/storage-lifetime.ts'
import type { Caller } from '../caller.ts'
import { originOf, originsOf, realm } from './addresses.ts'
import { answerTicket, isTicketRequest } from './permission-ticket.ts'
import type { Addresses } from './provider.ts'

export interface ProviderMount {
  readonly provider: Provider
  readonly env: Pick<Env, 'publicUrl' | 'port'>
  readonly addresses: Addresses
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>
}

/** Hands the realm's requests to the provider, which reads their bodies and writes their answers itself. */
export async function mountProvider(app: FastifyInstance, mounted: ProviderMount): Promise<void> {
  const callback = mounted.provider.callback()
  const endWith = endsWithAnswers(storage)
  const forward = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.url === tokenPath && isTicketRequest(request)) return answerTicket(request, reply, mounted.authenticate)
    reply.hijack()
    prepare(request, reply, mounted)
    endWith(reply.raw)
    return callback(request.raw, reply.raw)
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body stays unread: the provider accepts forms only and limits them to 56 kB.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    // A browser fetches fresh tokens every few minutes: that changes nothing, and would bury what does in the audit log.
    for (const path of paths) {
      const url = `${realm}${path}`
      scope.route({ method: ['GET', 'POST', 'OPTIONS'], url,
        config: { access: open, raw: true, resource: 'signIn', ...(url === tokenPath && { reads: true }) }, handler: forward,
        ...(url === tokenPath && { schema: { description: passwordGrant } }) })
    }
  })
}

const tokenPath = `${realm}/protocol/openid-connect/token`

const passwordGrant =
  'Where DEMO is on, scripts sign in by password: a form with grant_type=password, client_id=oa-cli, scope=openid, username and password. ' +
  'The access_token of the answer stands in `Authorization: Bearer …` of every other call; grant_type=refresh_token with the refresh_token answers the next.'

const paths = [
  '/.well-known/openid-configuration',
  '/protocol/openid-connect/auth',
  '/protocol/openid-connect/auth/:uid',
  '/protocol/openid-connect/token',
  '/protocol/openid-connect/certs',
  '/protocol/openid-connect/logout',
  '/protocol/openid-connect/logout/confirm',
  '/protocol/openid-connect/logout/success',
] as const

/**
 * The provider builds its addresses from the request: it gets the origin that we know, never a forged one,
 * and the headers that Fastify would have added, as a hijacked answer skips them.
 */
function prepare({ raw, ip, id }: FastifyRequest, reply: FastifyReply, { env, addresses }: ProviderMount) {
  const { host, protocol } = new URL(originOf(raw.headers.host, originsOf(env)))
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  delete raw.headers['x-forwarded-for']
  Object.assign(raw, { originalUrl: raw.url })
  raw.url = raw.url?.slice(realm.length)
  addresses.set(raw, ip)
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), 'x-trace-id': id })) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
}
