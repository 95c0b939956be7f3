import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type ClusterNode, type PostgresCluster, startCluster } from './nodes.ts'
import { type Load, startLoad } from './load.ts'
import { startProducts } from './products.ts'

/**
 * `npm run bench -- cluster 20`: kills the primary so many times under load, in turns with its node and its database alone, then takes a
 * node away and adds it again, lets a standby lag, and restarts the pooler of the primary. States what was lost and doubled, and the
 * seconds until the service was back.
 */
const kills = Number(process.argv[3] ?? 20)
const clients = Number(process.argv[4] ?? 4)

const sum = ({ acknowledged, stale, reads, failures }: Load) =>
  `${acknowledged.length} acknowledged, ${failures} attempts without, ${stale} of ${reads} reads stale`

const inDatabase = ({ adminUrl }: ClusterNode) => adminUrl.replace(/\/postgres$/, '/office')
const documents = async (node: ClusterNode) => Number(await ask(inDatabase(node), 'select count(*)::int as value from document'))
const numbers = async (node: ClusterNode) =>
  (await ask(inDatabase(node), `select coalesce(json_agg(number), '[]') as value from document`)) as readonly string[]

const cluster = await startCluster()
process.once('SIGINT', () => void cluster.stop().then(() => process.exit(1)))
try {
  const products = await startProducts(cluster)
  try {
    await watch(cluster, products.instances)
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'server/commands/check-data.ts'], {
      env: products.environment,
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    const { mismatches } = JSON.parse(stdout) as { mismatches: readonly unknown[] }
    console.log(`check:data: exit code ${status}, ${mismatches.length} mismatches`)
  } finally {
    await products.stop()
  }
} finally {
  await cluster.stop()
}

async function watch({ nodes, settled, primary }: PostgresCluster, instances: readonly string[]) {
  const before = await documents(await primary())
  const load = startLoad(instances, clients)
  await sleep(5_000)
  const backs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const node = await primary()
    const whole = kill % 2 === 0
    const back = load.back()
    if (whole) await node.kill()
    else node.killDatabase()
    backs.push(await back)
    console.log(`kill ${kill + 1}: ${whole ? 'node' : 'database'} of ${node.name}, back after ${backs.at(-1)?.toFixed(1)} s, ${sum(load)}`)
    if (whole) node.start()
    await settled()
    await sleep(2_000)
  }
  if (backs.length > 0)
    console.log(`back after ${Math.min(...backs).toFixed(1)} to ${Math.max(...backs).toFixed(1)} s`)
  const standby = anyStandby(nodes, await primary())
  await phase('a node taken away, then added', load, async () => {
    await standby.remove()
    await sleep(5_000)
    standby.start()
    await settled()
  })
  await phase('a standby that lags', load, async () => {
    await ask(standby.adminUrl, 'select pg_wal_replay_pause() as value')
    await sleep(15_000)
    await ask(standby.adminUrl, 'select pg_wal_replay_resume() as value')
    await sleep(2_000)
  })
  await phase('the pooler of the primary restarted', load, async () => {
    const node = await primary()
    const back = load.back()
    await node.killPooler()
    node.startPooler()
    console.log(`back after ${(await back).toFixed(1)} s`)
  })
  await load.end()
  const stored = new Set(await numbers(await primary()))
  const lost = load.acknowledged.filter((number) => !stored.has(number)).length
  const doubled = (await documents(await primary())) - before - load.acknowledged.length + lost
  console.log(`claims: ${load.acknowledged.length} acknowledged, ${lost} lost, ${doubled} doubled`)
  console.log(`claims read back through the other instance: ${load.reads}, ${load.stale} stale`)
  console.log(
    `attempts without an acknowledgement: ${[...load.reasons].map(([reason, count]) => `${count} × ${reason}`).join('; ') || 'none'}`,
  )
}

async function phase(name: string, load: Load, work: () => Promise<void>) {
  const [acknowledged, failures] = [load.acknowledged.length, load.failures]
  await work()
  console.log(
    `${name}: ${load.acknowledged.length - acknowledged} acknowledged meanwhile, ${load.failures - failures} attempts without; ${
      sum(load)
    }`,
  )
}

function anyStandby(nodes: readonly ClusterNode[], primary: ClusterNode): ClusterNode {
  const standby = nodes.find((node) => node !== primary)
  if (!standby) throw new Error('There is no standby')
  return standby
}
