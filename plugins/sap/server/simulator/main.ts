import { parseArgs } from 'node:util'
import { sampleMasters } from './masters.ts'
import { systemClock } from '#server/system-clock.ts'
import { startSimulator } from './server.ts'

const { values: { port, file, unsupported, window } } = parseArgs({ options: {
  port: { type: 'string', default: '8091' },
  file: { type: 'string' },
  unsupported: { type: 'string', default: '' },
  window: { type: 'string' },
} })

/**
 * Runs the simulator as a process of its own:
 * `npm run sap -- --port 8091 --file data/sap.jsonl --unsupported API_CHANGEMASTER --window 60000`.
 */
const simulator = await startSimulator({ user: 'oa', password: 'sap', port: Number(port), masters: sampleMasters, now: systemClock.now,
  unsupported: unsupported.split(',').filter(Boolean), ...(file !== undefined && { file }),
  ...(window !== undefined && { window: Number(window) }) })
process.stdout.write(`SAP simulator on ${simulator.url}, user oa, password sap\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close().then(() => process.exit(0)))
