import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Server } from 'node:net'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAnswering, stop } from '../../e2e/product.ts'
import { freePorts, type PostgresCluster } from './nodes.ts'

/** Two instances of the product on a cluster, behind one address. */
export interface ClusterProducts {
  /** Address of the balancer, which browsers use. */
  readonly address: string
  readonly instances: readonly string[]
  /** The settings of an instance, for commands on the same database. */
  readonly environment: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/** Starts two instances with the demo company. */
export async function startProducts(cluster: PostgresCluster): Promise<ClusterProducts> {
  const [balancerPort = 0, ...ports] = await freePorts(3)
  const address = `http://127.0.0.1:${balancerPort}`
  const files = join(cluster.folder, 'files')
  mkdirSync(files)
  const environment = { ...process.env, PUBLIC_URL: address, DATA_DIR: files, DATABASE_URL: cluster.url,
    DATABASE_POOLER_URL: cluster.poolerUrl, DATABASE_REPLICA_URL: cluster.url, DEMO: 'on', DEMO_HISTORY: 'off',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error' }
  const running: ChildProcess[] = []
  const instances = ports.map((port) => `http://127.0.0.1:${port}`)
  const balancer = balancerOf(ports, balancerPort)
  const stopAll = async () => {
    balancer.close()
    await Promise.all(running.map(stop))
  }
  try {
    for (const [index, port] of ports.entries()) {
      const child = spawn(process.execPath, ['--max-semi-space-size=32', '--import', 'tsx', 'server/main.ts'], {
        env: { ...environment, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      running.push(child)
      await isAnswering(`${instances[index]}/public/health`, child, { minutes: 6 })
    }
  } catch (error) {
    await stopAll()
    throw error
  }
  return { address, instances, environment, stop: stopAll }
}

/** Passes each connection to one of the ports in turn, or to the next one where that does not answer. */
function balancerOf(ports: readonly number[], listening: number): Server {
  let turn = 0
  return createServer((browser) => {
    const first = turn++
    const tryNext = (tries: number) => {
      const instance = connect(ports[(first + tries) % ports.length] ?? 0, '127.0.0.1')
      let connected = false
      instance.once('connect', () => {
        connected = true
        browser.pipe(instance).pipe(browser)
      })
      instance.on('error', () => (!connected && tries + 1 < ports.length ? tryNext(tries + 1) : browser.destroy()))
      browser.once('close', () => instance.destroy())
    }
    browser.on('error', () => browser.destroy())
    tryNext(0)
  }).listen(listening, '127.0.0.1')
}
