import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** What the sockets are to do: open at these addresses of a port, then wait for a word in what they are told. */
export type Order = { readonly port: number; readonly paths: readonly string[] } | { readonly wait: string }

export type Report = { readonly opened: number } | { readonly heardAt: readonly number[] }

/** Sockets that are opened at the same time. */
const together = 16

const sockets: Socket[] = []
let waiting: { readonly word: string; readonly heardAt: number[] } | undefined

process.on('message', (order) => void obey(order as Order))

/** The frame in which a browser says `ping`, its mask all zero. */
const ping = Buffer.from([0x81, 0x84, 0, 0, 0, 0, ...Buffer.from('ping')])
setInterval(() => sockets.forEach((socket) => socket.write(ping)), 30_000)

async function obey(order: Order) {
  if ('wait' in order) {
    waiting = { word: order.wait, heardAt: [] }
    process.send?.({ opened: sockets.length } satisfies Report)
    return
  }
  const paths = [...order.paths]
  await Promise.all(Array.from({ length: together }, async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) sockets.push(await opened(order.port, path))
  }))
  process.send?.({ opened: sockets.length } satisfies Report)
}

/** A socket as plain as can be, so that it is the server that is measured. */
function opened(port: number, path: string): Promise<Socket> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    ))
    socket.once('data', (answer) => (answer.toString().startsWith('HTTP/1.1 101') ? done(socket) : failed(new Error(answer.toString().slice(0, 100)))))
    socket.on('data', hear)
    socket.on('error', failed)
    socket.on('close', () => failed(new Error('the server closed a socket')))
    // after it was opened, a failure ends the measurement
    socket.on('close', () => process.exit(1))
  })
}

function hear(data: Buffer) {
  if (!waiting || !data.includes(waiting.word)) return
  waiting.heardAt.push(performance.timeOrigin + performance.now())
  if (waiting.heardAt.length === sockets.length) process.send?.({ heardAt: waiting.heardAt } satisfies Report)
}
