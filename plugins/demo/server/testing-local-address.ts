import { createServer } from 'node:http'
import { listenLocally } from './local-address.ts'

/** A process of a cluster that serves its own number, and reports its address. */
process.send?.(await listenLocally(createServer((_, response) => response.end(String(process.pid)))))
process.once('disconnect', () => process.exit(0))
// the server alone does not keep the process alive
setInterval(() => undefined, 1_000)
