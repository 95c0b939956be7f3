import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { createServer as createTlsServer } from 'node:tls'
import type { TestCertificate } from './testing-certificate.ts'

/** An IMAP server with one folder and configurable misbehaviour, for tests. */
export interface TestMailbox {
  readonly url: string
  /** `cuts`: the connection breaks within a mail; `cutsMarks`: before a mark is acknowledged. */
  manner: 'answers' | 'cuts' | 'cutsMarks' | 'refuses'
  /** Sizes that the server reports instead of the real ones, by uid. */
  readonly sizes: Map<number, number>
  uidValidity: number
  /** Number of accepted connections. */
  connections: number
  /** Adds a mail to the folder. @returns its uid */
  put(mail: Buffer): number
  /** Uids of the mails marked as read. */
  read(): readonly number[]
  clear(): void
  close(): Promise<void>
}

const [user, password, folder] = ['invoices@example.com', 'open sesame', 'Rechnungen'] as const

/** Starts a server on a free local port; with a certificate over TLS only. */
export async function testMailbox(certificate?: TestCertificate): Promise<TestMailbox> {
  const mails = new Map<number, Buffer>()
  const seen = new Set<number>()
  let last = 0
  const sockets = new Set<Socket>()
  const greet = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    mailbox.connections += 1
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    createInterface({ input: socket }).on('line', (line) => answer(socket, line)).on('error', () => undefined)
  }
  const server = certificate ? createTlsServer({ ...certificate }, greet).on('tlsClientError', () => undefined) : createServer(greet)
  const answers: Readonly<Record<string, (rest: string, socket: Socket) => string | undefined>> = {
    CAPABILITY: () => '* CAPABILITY IMAP4rev1\r\n',
    LOGIN: (rest) => (mailbox.manner !== 'refuses' && rest.includes(user) && rest.includes(password) ? '' : undefined),
    LIST: () => `* LIST (\\HasNoChildren) "/" "${folder}"\r\n`,
    LSUB: () => '',
    NOOP: () => '',
    SELECT: (rest) =>
      rest.includes(folder) ?
        `* FLAGS (\\Seen)\r\n* ${mails.size} EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n* OK [UIDVALIDITY ${mailbox.uidValidity}] ok\r\n` +
        `* OK [UIDNEXT ${last + 1}] ok\r\n` :
        undefined,
    'UID SEARCH': () => `* SEARCH ${[...mails.keys()].filter((uid) => !seen.has(uid)).join(' ')}\r\n`,
    'UID FETCH': (rest, socket) => {
      const uid = Number.parseInt(rest, 10)
      const [, from = '0', length = '0'] = /<(\d+)\.(\d+)>/.exec(rest) ?? []
      const whole = mails.get(uid)
      if (!whole) return ''
      const bytes = whole.subarray(Number(from), Number(from) + Number(length))
      const place = [...mails.keys()].indexOf(uid) + 1
      socket.write(
        `* ${place} FETCH (UID ${uid} RFC822.SIZE ${mailbox.sizes.get(uid) ?? whole.length} BODY[]<${from}> {${bytes.length}}\r\n`,
      )
      socket.write(mailbox.manner === 'cuts' ? bytes.subarray(0, bytes.length / 2) : bytes)
      if (mailbox.manner === 'cuts') socket.destroy()
      return ')\r\n'
    },
    'UID STORE': (rest, socket) => {
      if (mailbox.manner === 'cutsMarks') return void socket.destroy()
      const uid = Number.parseInt(rest, 10)
      seen.add(uid)
      return `* ${[...mails.keys()].indexOf(uid) + 1} FETCH (UID ${uid} FLAGS (\\Seen))\r\n`
    },
    LOGOUT: () => '* BYE\r\n',
  }
  function answer(socket: Socket, line: string) {
    const [, tag = '*', command = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/.exec(line) ?? []
    const said = answers[command.toUpperCase()]?.(rest, socket)
    if (!socket.destroyed) socket.write(said === undefined ? `${tag} NO refused\r\n` : `${said}${tag} OK done\r\n`)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const mailbox: TestMailbox = {
    url: `${certificate ? 'imaps' : 'imap'}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${folder}`,
    manner: 'answers',
    sizes: new Map(),
    uidValidity: 7,
    connections: 0,
    put(mail) {
      mails.set(last += 1, mail)
      return last
    },
    read: () => [...seen],
    clear() {
      mails.clear()
      seen.clear()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return mailbox
}
