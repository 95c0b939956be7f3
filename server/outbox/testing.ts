import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail that arrived. */
export interface TestMail {
  readonly to: string
  readonly content: string
}

/** A real mail server whose behaviour can be changed while it runs. */
export async function mailServer(): Promise<
  { readonly url: string; readonly mails: TestMail[]; behave(how: (mail: TestMail) => Promise<void>): void; close(): Promise<void> }
> {
  const mails: TestMail[] = []
  let behave: (mail: TestMail) => Promise<void> = async () => undefined
  const deliver = async (mail: TestMail, done: (error?: Error) => void) => {
    const failure = await behave(mail).then(() => undefined, (error: unknown) => error as Error)
    if (!failure) mails.push(mail)
    done(failure)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address).join(), content: Buffer.concat(parts).toString() }
        void deliver(mail, done)
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    behave: (how) => (behave = how),
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** A real web server that accepts chat messages. */
export async function chatServer(): Promise<
  { readonly url: string; readonly messages: { readonly key: string; readonly body: ChatBody }[];
    answer(status: number, body: string): void; close(): Promise<void> }
> {
  const messages: { key: string; body: ChatBody }[] = []
  let next = { status: 200, body: '{"errcode":0}' }
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      messages.push({ key: String(request.headers['idempotency-key']), body: JSON.parse(Buffer.concat(parts).toString()) as ChatBody })
      response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=secret`,
    messages,
    answer: (status, body) => (next = { status, body }),
    close: () => new Promise((done) => server.close(() => done())),
  }
}

interface ChatBody {
  readonly text: { readonly content: string }
  readonly at: { readonly atMobiles: readonly string[] }
  readonly message: { readonly title: string; readonly link: string; readonly to: { readonly id: string } }
}
