import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** PostgreSQL nodes under Patroni, with a PgBouncer beside each and one etcd, all on this machine and from Debian's packages. */
export interface PostgresCluster {
  readonly folder: string
  readonly nodes: readonly ClusterNode[]
  /** Every node, for connections that hold session state; the product finds the primary. */
  readonly url: string
  /** Every PgBouncer, in transaction mode. */
  readonly poolerUrl: string
  primary(): Promise<ClusterNode>
  /** Waits until one primary and so many streaming standbys are there. @throws Error after two minutes */
  settled(standbys?: number): Promise<void>
  stop(): Promise<void>
}

export interface ClusterNode {
  readonly name: string
  readonly url: string
  /** URL of the superuser. */
  readonly adminUrl: string
  /** Starts Patroni, which starts PostgreSQL; an empty node copies the primary first. */
  start(): void
  /** Kills PostgreSQL alone; Patroni restarts it. */
  killDatabase(): void
  /** Kills Patroni and PostgreSQL, as a power cut does. */
  kill(): Promise<void>
  /** Stops Patroni and PostgreSQL in order, and deletes the data. */
  remove(): Promise<void>
  startPooler(): void
  killPooler(): Promise<void>
}

const password = 'office-cluster'
const binaries = '/usr/lib/postgresql/15/bin'
/** Settings of Patroni. Commits wait while there is no standby, so that no node alone has what was acknowledged. */
const consensus = { ttl: 8, loop_wait: 1, retry_timeout: 3, maximum_lag_on_failover: 1_048_576, primary_start_timeout: 0,
  synchronous_mode: true, synchronous_mode_strict: true }

/**
 * Settings that PgBouncer makes for each of its connections to PostgreSQL. A standby is refused, so that a pooler whose node was the
 * primary before does not answer from old data.
 */
const connectQuery = [
  `do $check$ begin if pg_is_in_recovery() then raise exception 'not the primary'; end if; end $check$`,
  'set role oa_app',
  `set statement_timeout = '15s'`,
  `set lock_timeout = '5s'`,
  `set idle_in_transaction_session_timeout = '15s'`,
].join('; ')

/** @throws Error where a package is missing */
function demandPackages(): void {
  const missing = [['patroni', '/usr/bin/patroni'], ['etcd-server', '/usr/bin/etcd'], ['pgbouncer', '/usr/sbin/pgbouncer'], ['postgresql',
    `${binaries}/postgres`]].flatMap(([name = '', path = '']) => (existsSync(path) ? [] : [name]))
  if (missing.length > 0) throw new Error(`Missing: apt-get install ${missing.join(' ')}`)
}

/** Starts the cluster in a temporary folder, and creates the database `office`. */
export async function startCluster(count = 3): Promise<PostgresCluster> {
  demandPackages()
  const folder = mkdtempSync(join(tmpdir(), 'office-cluster-'))
  const user = unprivileged()
  own(folder, user)
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(2 + count * 3)
  const run = (name: string, command: readonly [string, ...string[]]) => start(folder, { name, command, user })
  const etcd = run('etcd', ['/usr/bin/etcd', '--data-dir', join(folder, 'etcd'), '--listen-client-urls', local(etcdPort),
    '--advertise-client-urls', local(etcdPort), '--listen-peer-urls', local(peerPort), '--initial-advertise-peer-urls', local(peerPort),
    '--initial-cluster', `default=${local(peerPort)}`])
  const nodes = Array.from({ length: count }, (_, index) => {
    const [port = 0, patroni = 0, pooler = 0] = ports.slice(index * 3)
    return nodeOf({ name: `node${index + 1}`, folder, user, run, etcd: etcdPort, ports: { database: port, patroni, pooler } })
  })
  const several = (kind: 'database' | 'pooler') =>
    `postgres://office:${password}@${nodes.map(({ ports: { [kind]: port } }) => `127.0.0.1:${port}`).join(',')}/office`
  const cluster: PostgresCluster = {
    folder,
    nodes,
    url: several('database'),
    poolerUrl: several('pooler'),
    async primary() {
      for (const node of nodes) if ((await ask(node.adminUrl, 'select pg_is_in_recovery() as value')) === false) return node
      throw new Error('There is no primary')
    },
    async settled(standbys = count - 1) {
      for (let rest = 120; rest > 0; rest -= 1) {
        const primary = await cluster.primary().catch(() => undefined)
        const streaming = primary &&
          await ask(primary.adminUrl,
            `select count(*)::int as value from pg_stat_replication where state = 'streaming' and application_name like 'node%'`)
        if (typeof streaming === 'number' && streaming >= standbys) return
        await sleep(1_000)
      }
      throw new Error(`The cluster in ${folder} is not complete`)
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.killPooler()))
      await Promise.all(nodes.map((node) => node.kill()))
      await end(etcd)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    nodes[0]?.start()
    await cluster.settled(0)
    for (const node of nodes.slice(1)) node.start()
    // without a standby, nothing is committed
    await cluster.settled()
    const primary = await cluster.primary()
    await demand(primary.adminUrl, `create role office login createrole createdb password '${password}'`)
    await demand(primary.adminUrl, 'create database office owner office')
    await demand(primary.adminUrl, `alter database office set timezone = 'Asia/Shanghai'`)
    for (const node of nodes) node.startPooler()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

interface NodeSettings {
  readonly name: string
  readonly folder: string
  readonly user: SystemUser
  readonly run: (name: string, command: readonly [string, ...string[]]) => ChildProcess
  readonly etcd: number
  readonly ports: { readonly database: number; readonly patroni: number; readonly pooler: number }
}

function nodeOf({ name, folder, user, run, etcd, ports }: NodeSettings): ClusterNode & Pick<NodeSettings, 'ports'> {
  const data = join(folder, name)
  const settings = join(folder, `${name}.json`)
  const poolerSettings = join(folder, `${name}.ini`)
  write(settings, JSON.stringify(patroniSettings(name, { data, etcd, ports })), user)
  write(join(folder, 'users.txt'), `"office" "${password}"\n`, user)
  write(poolerSettings, poolerIni(folder, ports), user)
  let patroni: ChildProcess | undefined
  let pooler: ChildProcess | undefined
  const killDatabase = () => {
    const [pid] = existsSync(join(data, 'postmaster.pid')) ? readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n') : []
    try {
      if (pid) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // it has ended already
    }
  }
  return {
    name,
    ports,
    url: `postgres://office:${password}@127.0.0.1:${ports.database}/office`,
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${ports.database}/postgres`,
    start() {
      mkdirSync(data, { recursive: true, mode: 0o700 })
      own(data, user)
      patroni = run(`${name}.patroni`, ['/usr/bin/patroni', settings])
    },
    killDatabase,
    async kill() {
      await end(patroni, 'SIGKILL')
      killDatabase()
    },
    async remove() {
      await end(patroni, 'SIGTERM')
      killDatabase()
      rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    },
    startPooler() {
      pooler = run(`${name}.pgbouncer`, ['/usr/sbin/pgbouncer', poolerSettings])
    },
    killPooler: () => end(pooler, 'SIGKILL'),
  }
}

const patroniSettings = (name: string, { data, etcd, ports }: Pick<NodeSettings, 'etcd' | 'ports'> & { readonly data: string }) => ({
  scope: 'office',
  name,
  restapi: { listen: `127.0.0.1:${ports.patroni}`, connect_address: `127.0.0.1:${ports.patroni}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: { ...consensus,
      postgresql: { use_pg_rewind: true, use_slots: true,
        parameters: { max_connections: 200, shared_buffers: '128MB', wal_log_hints: 'on', max_wal_senders: 10,
          hot_standby_feedback: 'on' } } },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    pg_hba: ['host replication replicator 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256'],
  },
  postgresql: {
    listen: `127.0.0.1:${ports.database}`,
    connect_address: `127.0.0.1:${ports.database}`,
    data_dir: data,
    bin_dir: binaries,
    pgpass: `${data}.pgpass`,
    // a node that copies the primary does not wait for its next checkpoint, which takes minutes
    basebackup: [{ checkpoint: 'fast' }],
    parameters: { unix_socket_directories: '' },
    authentication: { superuser: { username: 'postgres', password }, replication: { username: 'replicator', password },
      rewind: { username: 'rewinder', password } },
  },
})

const poolerIni = (folder: string, { database, pooler }: NodeSettings['ports']): string =>
  `[databases]
office = host=127.0.0.1 port=${database} dbname=office connect_query='${connectQuery.replaceAll(`'`, `''`)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
query_wait_timeout = 3
server_connect_timeout = 2
server_login_retry = 1
`

interface SystemUser {
  readonly uid?: number
  readonly gid?: number
}

/** The user `postgres` for root, since PostgreSQL and PgBouncer refuse to run as root; otherwise the current user. */
function unprivileged(): SystemUser {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

function own(path: string, { uid, gid }: SystemUser): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

function write(path: string, content: string, user: SystemUser): void {
  writeFileSync(path, content)
  chmodSync(path, 0o600)
  own(path, user)
}

function start(folder: string,
  { name, command: [program, ...parts], user }: { name: string; command: readonly [string, ...string[]]; user: SystemUser }): ChildProcess {
  const child = spawn(program, parts, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  return child
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

const local = (port: number) => `http://127.0.0.1:${port}`

/** The single value of a statement; undefined where the node does not answer. */
export const ask = (url: string, statement: string): Promise<unknown> => demand(url, statement).catch(() => undefined)

/** The single value of a statement. @throws Error */
async function demand(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows: [row] } = await client.query<{ value: unknown }>(statement)
    return row?.value
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Free ports below those that outgoing connections get. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); found.length < count && port < 32_700; port += 1)
    if (await isFree(port)) found.push(port)
  return found
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
