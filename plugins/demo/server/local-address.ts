import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Lets a demo server listen on a free local port without keeping the process alive. The port is exclusive to the process: by default,
 * processes of a cluster share ports, but each has its own password. @returns the base URL
 */
export async function listenLocally(server: Server): Promise<string> {
  server.unref()
  await new Promise<void>((done) => server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
