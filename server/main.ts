import { type Server, createServer } from 'node:http'
import type { Logger } from 'pino'
import plugins from '#resources/declarations.ts'
import { product } from '#resources/product.ts'
import serverPlugins from '#resources/server.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'
import { announceServing, isFirstProcess, isSupervised, onAbandoned, Processes } from './processes.ts'
import { type RunningProduct, start, withFreePort } from './start.ts'
import { once } from 'node:events'
import { AggregatorRegistry, Registry } from 'prom-client'

/** Time within which signals count as one, ms: under npm, Ctrl-C arrives twice, from the terminal and from npm. */
const sameSignal = 1000

try {
  const env = readEnv()
  const log = createLog(env.logLevel)
  // The process still ends; this logs the reason.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'the process ends on an error that nobody caught'))
  await (env.processes > 1 && !isSupervised() ? supervise(env, log) : serve(env, log))
} catch (error) {
  console.error(sentence(error))
  process.exit(1)
}

/** Serves with several processes. */
async function supervise(env: Env, log: Logger) {
  const { port } = await withFreePort(env)
  const processes = new Processes({ count: env.processes, port, log })
  const figures = env.metrics && await serveMetrics(env.metrics, figuresOfProcesses())
  stopOnSignals(async () => {
    figures?.close()
    await processes.stop()
  })
  await processes.start()
}

/** Serves in this process: alone, or as one of several. */
async function serve(env: Env, log: Logger) {
  const isFirst = isFirstProcess()
  if (isFirst) console.log('正在启动 / Starting …')
  const starting = start(env, serverPlugins, plugins, { log, product, sharesPort: isSupervised() })
  let figures: Server | undefined
  const close = stopOnSignals(async () => {
    figures?.close()
    await (await starting).close()
  })
  if (isSupervised()) onAbandoned(close)
  const running = await starting
  const { metrics } = running
  if (metrics && env.metrics && !isSupervised()) figures = await serveMetrics(env.metrics, () => metrics.registry.metrics())
  announceServing()
  if (isFirst) await greet(running, env)
}

async function greet({ address, composition }: RunningProduct, env: Env) {
  console.log(`\n办公自动化已启动 / Office automation is running:  ${reachable(address)}\n接口文档 / API:  ${reachable(address)}/docs`)
  if (!env.demo) return
  // A failure to read the accounts must not end a product that has started.
  const accounts =
    (await Promise.all(composition.servers.map(({ demoAccounts }) => demoAccounts?.(composition.host.db) ?? [])).catch(() => [])).flat()
  if (accounts.length === 0) return
  console.log(`\n演示账号 / Demo accounts (密码 / password: ${env.demoPassword})`)
  for (const { userName, label, description } of accounts)
    console.log(`  ${userName.padEnd(16)} ${label.cn} / ${label.en}: ${description.cn} / ${description.en}`)
  console.log('')
}

/** The URL for a browser on this machine. */
function reachable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//127.0.0.1:')
}

/** The first signal shuts down gracefully, also during the start; a later one immediately. */
function stopOnSignals(close: () => Promise<void>): () => void {
  let first: number | undefined
  const stop = () => {
    if (first !== undefined && Date.now() - first < sameSignal) return
    if (first !== undefined) process.exit(1)
    first = Date.now()
    if (!isSupervised()) console.log('正在停止 / Stopping …')
    void end(close)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return stop
}

async function end(close: () => Promise<void>) {
  try {
    await close()
    process.exit(0)
  } catch (error) {
    console.error(sentence(error))
    process.exit(1)
  }
}

/** One sentence for an expected failure, all details of any other. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return `启动失败 / Cannot start: ${error.message}. The port is in use: stop the other program or set PORT.`
  const isExpected = ['SettingError', 'DatabaseProblem', 'BuildProblem', 'CompositionProblem', 'ProcessEnded'].includes(error.name)
  return `启动失败 / Cannot start: ${isExpected ? error.message : (error.stack ?? error.message)}`
}

/**
 * Serves metrics at `/metrics` on a separate port for the collector.
 * @param figures returns the text of all metrics
 */
async function serveMetrics({ host, port }: { readonly host: string; readonly port: number },
  figures: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    figures().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => response.writeHead(503, { 'content-type': 'text/plain' }).end(error instanceof Error ? error.message : 'failed'),
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return server
}

/** Returns a function that sums the metrics of all supervised processes. */
function figuresOfProcesses(): () => Promise<string> {
  const registry = new AggregatorRegistry()
  return () => registry.clusterMetrics()
}
