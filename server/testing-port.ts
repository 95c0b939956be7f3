import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports below those that systems choose by themselves (from 32768), so that no connection or other listener takes one meanwhile. */
const range = [20_000, 32_767] as const

/** Finds a free TCP port of 127.0.0.1 for a process that is started next. @throws Error when 100 ports are in use */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(...range)
    if (await isFree(port)) return port
  }
  throw new Error('100 ports between 20000 and 32767 are in use')
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => done(true)))
  })
