import cluster from 'node:cluster'
import { definePlugin } from '#kernel/plugin.ts'
import { open } from './http/access.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { defineServer } from './plugin.ts'
import { announceServing, isSupervised, onAbandoned, Processes } from './processes.ts'
import { start, withFreePort } from './start.ts'

/** A program of several processes for the tests: each answers which one it is. The first two die while they start. */
const sample = defineServer({
  id: 'sample',
  routes: (app) => void app.get('/sample/process', { config: { access: open } }, async () => process.pid),
})

const env = readEnv()
const log = createLog('silent')
if (isSupervised()) {
  // the second dies before it serves, the first as soon as it does
  if (cluster.worker?.id === 2) process.exit(1)
  const running = await start(env, [sample], [definePlugin({ id: 'sample' })], { pages: false, log, sharesPort: true })
  const stop = () => void running.close().finally(() => process.exit(0))
  process.on('SIGTERM', stop)
  onAbandoned(stop)
  announceServing()
  if (cluster.worker?.id === 1) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50)
} else {
  const { port } = await withFreePort(env)
  const processes = new Processes({ count: env.processes, port, log })
  process.on('SIGTERM', () => void processes.stop().then(() => process.exit(0)))
  await processes.start()
  process.send?.(port)
}
