import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { webClient } from '../sessions/tokens.ts'

/** The answer of the identity provider's ticket grant about one permission. */
interface Grant {
  readonly rsid: string
  readonly rsname: string
  readonly scopes: readonly string[]
}

const ticketGrant = 'urn:ietf:params:oauth:grant-type:uma-ticket'
const bodyLimit = 4_096

/** A token request that carries an access token asks what its holder may do; no other grant comes with one. */
export const isTicketRequest = ({ headers }: FastifyRequest): boolean => /^bearer /i.test(headers.authorization ?? '')

/** Answers the permissions of the holder, each as one resource; a holder without any gets 403. */
export async function answerTicket(request: FastifyRequest, reply: FastifyReply,
  authenticate: (request: FastifyRequest) => Promise<Caller>): Promise<FastifyReply> {
  const refuse = (status: number, error: string) => reply.code(status).send({ error })
  const form = await formOf(request)
  if (form?.get('grant_type') !== ticketGrant) return refuse(400, 'unsupported_grant_type')
  if (form.get('audience') !== webClient || form.get('response_mode') !== 'permissions') return refuse(400, 'invalid_request')
  const caller = await authenticate(request).catch(() => undefined)
  if (!caller) return refuse(401, 'invalid_grant')
  const grants = [...caller.permissions].toSorted().map((permission): Grant => ({ rsid: permission, rsname: permission, scopes: [] }))
  if (grants.length === 0) return refuse(403, 'access_denied')
  return reply.header('cache-control', 'no-store').send(grants)
}

async function formOf({ raw }: FastifyRequest): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
