import cluster from 'node:cluster'
import { definePlugin } from '#kernel/plugin.ts'
import { open } from './http/access.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { defineServer } from './plugin.ts'
import { announceServing, isSupervised, onAbandoned, Processes } from './processes.ts'
import { start, withFreePort } from './start.ts'

/** A program with several processes for tests: each answers its process id. The first two die during the start. */
const sample = defineServer({
  id: 'sample',
  routes: (app) => void app.get('/sample/process', { config: { access: open } }, async () => process.pid),
})

/** Interval of the heartbeat, ms. Twelve missed ones end a process, which must not happen on a slow machine. */
const beat = 500

const env = readEnv()
const log = createLog('silent')
if (isSupervised()) {
  // the second process dies before it serves, the first one as soon as it does
  if (cluster.worker?.id === 2) process.exit(1)
  const running = await start(env, [sample], [definePlugin({ id: 'sample' })], { pages: false, log, sharesPort: true })
  const stop = () => void running.close().finally(() => process.exit(0))
  process.on('SIGTERM', stop)
  onAbandoned(stop)
  announceServing(beat)
  if (cluster.worker?.id === 1) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50)
} else {
  const { port } = await withFreePort(env)
  const processes = new Processes({ count: env.processes, port, log, beat })
  process.on('SIGTERM', () => void processes.stop().then(() => process.exit(0)))
  await processes.start()
  process.send?.(port)
}
