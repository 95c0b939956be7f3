import { once } from 'node:events'
import { startCluster } from './nodes.ts'
import { startProducts } from './products.ts'

/** `npm run cluster`: three PostgreSQL nodes under Patroni, PgBouncer before each, and two instances of the product, until Ctrl-C. */
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
console.log('正在启动集群 / Starting the cluster …')
const cluster = await startCluster()
try {
  console.log(`文件夹 / Folder: ${cluster.folder}`)
  for (const { name, adminUrl } of cluster.nodes) console.log(`${name}: ${adminUrl}`)
  console.log(`DATABASE_URL=${cluster.url}\nDATABASE_POOLER_URL=${cluster.poolerUrl}`)
  console.log('正在启动产品 / Starting the product …')
  const products = await startProducts(cluster)
  console.log(`办公自动化 / Office automation: ${products.address}（${products.instances.join(', ')}）\nCtrl-C 停止 / stops`)
  await asked
  await products.stop()
} finally {
  await cluster.stop()
}
