import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** An order to the socket clients: open these paths of a port, a number at a time; wait for a word in their frames; or disconnect. */
export type SocketOrder = { readonly port: number; readonly paths: readonly string[]; readonly together: number } | {
  readonly wait: string
} | 'leave'

export type SocketReport = { readonly opened: number } | { readonly receivedAt: readonly number[] } | { readonly failed: string }

const sockets: Socket[] = []
let waiting: { readonly word: string; readonly receivedAt: number[] } | undefined
/** Sockets that were closed by an order. */
const gone = new WeakSet<Socket>()

const report = (what: SocketReport) => process.send?.(what)

process.on('message', (order) => void obey(order as SocketOrder).catch((error: unknown) => report({ failed: String(error) })))

/** The frame with the text `ping`, with an all-zero mask. */
const ping = Buffer.from([0x81, 0x84, 0, 0, 0, 0, ...Buffer.from('ping')])
setInterval(() => sockets.forEach((socket) => socket.write(ping)), 30_000)

async function obey(order: SocketOrder) {
  if (order === 'leave') {
    for (const socket of sockets.splice(0)) {
      gone.add(socket)
      socket.destroy()
    }
    report({ opened: 0 })
  } else if ('wait' in order) {
    waiting = { word: order.wait, receivedAt: [] }
    report({ opened: sockets.length })
  } else {
    const paths = [...order.paths]
    await Promise.all(Array.from({ length: order.together }, async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) sockets.push(await opened(order.port, path))
    }))
    report({ opened: sockets.length })
  }
}

/** Opens a minimal socket, so that mainly the server is measured; resolves with the server's first frame. */
function opened(port: number, path: string): Promise<Socket> {
  return new Promise((done, failed) => {
    let begun = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13',
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`, '', ''].join('\r\n'),
      ))
    const begin = (data: Buffer) => {
      begun += data.toString('latin1')
      const [head = '', words = ''] = begun.split('\r\n\r\n')
      if (begun.length > 11 && !begun.startsWith('HTTP/1.1 101')) return failed(new Error(`no socket: ${head.slice(0, 100)}`))
      if (words.length < 2) return
      if (words.charCodeAt(0) === closing) return failed(new Error(`closed at once: ${words.slice(4)}`))
      socket.off('data', begin)
      socket.on('data', frameReader())
      done(socket)
    }
    socket.on('data', begin)
    socket.on('error', failed)
    socket.on('close', () => {
      failed(new Error('the server closed a socket before its first word'))
      if (!gone.has(socket)) report({ failed: 'the server closed a socket' })
    })
  })
}

/** The first byte of a close frame. */
const closing = 0x88

/** Reports the awaited word once, even where it is split between two chunks. */
function frameReader() {
  let rest = ''
  let received: typeof waiting
  return (data: Buffer) => {
    if (data[0] === closing) report({ failed: `the server closed a socket: ${data.subarray(4).toString()}` })
    rest = (rest + data.toString('latin1')).slice(-longestFrame)
    if (!waiting || received === waiting || !rest.includes(waiting.word)) return
    received = waiting
    waiting.receivedAt.push(performance.timeOrigin + performance.now())
    if (waiting.receivedAt.length === sockets.length) report({ receivedAt: waiting.receivedAt })
  }
}

/** Maximum size of a frame, bytes. */
const longestFrame = 4_096
