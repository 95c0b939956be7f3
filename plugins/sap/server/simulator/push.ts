import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

/** A document that is sent, and the manner in which it arrives. */
const delivery = z.strictObject({
  /** Envelope with `requestId`, `sapDocNo`, `version`, `header` and `items`. */
  document: z.record(z.string(), z.unknown()),
  /** Milliseconds after which it is sent; a later delivery with a shorter time overtakes it. */
  late: z.int().min(0).max(120_000).default(0),
  /** Times that it is sent, one after the other. */
  times: z.int().min(1).max(20).default(1),
  /** Sends the first half of the content and closes the connection. */
  half: z.boolean().default(false),
})

/** The request to push documents of one type to a receiver. */
export const pushInput = z.strictObject({
  /** Base address of the product. */
  to: z.url(),
  /** The service account and its secret. */
  client: z.string().min(1).max(100),
  secret: z.string().min(1).max(200),
  /** Business type of the documents. */
  type: z.string().regex(/^[A-Za-z]{1,64}$/),
  deliveries: z.array(delivery).min(1).max(50),
})

type Push = z.output<typeof pushInput>

/** The answer to one delivery; status 0 where none came. */
interface PushAnswer {
  readonly requestId: unknown
  readonly status: number
  readonly answer: unknown
}

/** Sends the deliveries, each after its own time. @returns the answers in the order in which they came */
export async function push({ to, client, secret, type, deliveries }: Push): Promise<readonly PushAnswer[]> {
  const base = to.replace(/\/$/, '')
  const token = await post(`${base}/idp/realms/oa/protocol/openid-connect/token`, { content: 'grant_type=client_credentials',
    headers: { 'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` } })
  const access = z.object({ access_token: z.string() }).safeParse(token.answer).data?.access_token
  if (access === undefined) return deliveries.map(({ document }) => ({ requestId: document['requestId'], ...token }))
  const answers: PushAnswer[] = []
  await Promise.all(deliveries.map(async ({ document, late, times, half }) => {
    await wait(late)
    for (let time = 0; time < times; time += 1) {
      const answer = await post(`${base}/oaserver/sap/inbound/${type}`, { half, content: JSON.stringify(document),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` } })
      answers.push({ requestId: document['requestId'], ...answer })
    }
  }))
  return answers
}

interface Posted {
  readonly content: string
  readonly headers: Readonly<Record<string, string>>
  readonly half?: boolean
}

/** Posts a content, or the half of it. @returns status 0 without an answer */
function post(address: string, { content, headers, half = false }: Posted): Promise<{ readonly status: number; readonly answer: unknown }> {
  const bytes = Buffer.from(content)
  const open = address.startsWith('https:') ? secureRequest : plainRequest
  return new Promise((done) => {
    const none = () => done({ status: 0, answer: null })
    const request = open(address, { method: 'POST', headers: { ...headers, 'content-length': bytes.length } }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part)).on('error', none).on('end',
        () => done({ status: incoming.statusCode ?? 0, answer: answerOf(Buffer.concat(parts).toString('utf8')) }))
    }).on('error', none).on('close', none)
    if (half) request.write(bytes.subarray(0, bytes.length >> 1), () => request.destroy())
    else request.end(bytes)
  })
}

function answerOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
