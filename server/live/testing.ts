import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { TestProduct } from '#server/documents/testing.ts'
import type { Counts } from '#server/messages/box.ts'

export interface ReceivedFrame {
  readonly type: 'MESSAGE' | 'COUNTS'
  readonly message?: { readonly id: string; readonly kind: string; readonly businessKey: string | null; readonly title: string }
  readonly counts: Counts
}

/** A browser connected to an instance, with the frames that it received. */
export interface LiveBrowser {
  readonly frames: readonly ReceivedFrame[]
  /** The kinds of received messages about a document. */
  kindsAbout(document: string): string[]
  /** The close code. */
  readonly closed: Promise<number>
  send(text: string): void
  readonly answers: readonly string[]
  leave(): void
}

/** Opens a socket at an instance. @throws Error with the status where it is refused before the upgrade */
export async function listening(app: FastifyInstance, query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {}): Promise<LiveBrowser> {
  const frames: ReceivedFrame[] = []
  const answers: string[] = []
  let close: (code: number) => void = () => undefined
  const closed = new Promise<number>((done) => (close = done))
  const socket = await app.injectWS(`/ws/message?${new URLSearchParams(query)}`, { headers,
    socket: { remoteAddress: '127.0.0.1' } as Socket }, {
    onInit(opening) {
      opening.on('message', (data) => {
        const text = String(data)
        if (text.startsWith('{')) frames.push(JSON.parse(text) as ReceivedFrame)
        else answers.push(text)
      })
      opening.on('close', close)
    },
  })
  return {
    frames,
    answers,
    closed,
    kindsAbout: (document) => frames.flatMap(({ message }) => (message?.businessKey === document ? [message.kind] : [])),
    send: (text) => socket.send(text),
    leave: () => socket.terminate(),
  }
}

/** Opens a socket with a one-time ticket of a person. */
export async function listeningAs(product: TestProduct, person: string, app = product.app,
  more: Readonly<Record<string, string>> = {}): Promise<LiveBrowser> {
  return listening(app, { ticket: await ticketOf(product, person), ...more })
}

export async function ticketOf(product: TestProduct, person: string): Promise<string> {
  return (await product.as(person).post<{ ticket: string }>('/ws/ticket', {})).data.ticket
}
