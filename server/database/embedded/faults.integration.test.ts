import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allTests, scaled } from '#server/testing-scale.ts'
import { applicationLimits, connect } from '../connection.ts'
import { isConnectionLost, isLockTimeout } from '../errors.ts'
import { createProbe } from '../probe.ts'
import { transaction } from '../transaction.ts'
import { commandOf, processes } from './processes.ts'
import type { EmbeddedServer } from './supervisor.ts'
import { aFolderForEachTest, children, close, data, folder, ignore, log, query, ready, start, until } from './testing.ts'

aFolderForEachTest()

describe('the embedded database, when something happens to it,', () => {
  it('takes over the start lock of a process that died', async () => {
    mkdirSync(data(), { recursive: true })
    writeFileSync(data('start.lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }))
    expect((await start()).state()).toBe('ready')
  })

  it.runIf(allTests)('makes the data directory anew when making it was interrupted', async () => {
    mkdirSync(data('data.unfinished', 'base'), { recursive: true })
    writeFileSync(data('data.unfinished', 'PG_VERSION'), '18\n')
    expect(await query(await start(), 'select 1')).toEqual([1])
  })

  it.each(scaled({ enough: ['a zombie has the number'], all: ['another program has the number', 'a zombie has the number'] }))(
    'starts over the lock files of a dead server: %s',
    async (kind) => {
      const server = await start()
      const socketLock = data('socket', '.s.PGSQL.5432.lock')
      const left = [data('data', 'postmaster.pid'), socketLock].map((path) => [path, readFileSync(path, 'utf8')] as const)
      await close(server)
      const zombie = kind.startsWith('a zombie') ? await makeZombie() : undefined
      for (const [path, text] of left) writeFileSync(path, text.replace(/^\d+/, String(zombie ?? process.pid)))
      expect(await query(await start(), 'select 1')).toEqual([1])
    },
  )

  it('comes back after it was killed under writes, with every acknowledged row', async () => {
    const server = await start()
    await query(server, 'create table written (id int primary key)')
    const acknowledged: number[] = []
    const killer = (async () => {
      for (let round = 0; round < 3; round += 1) {
        await sleep(150)
        const killed = server.pid()
        process.kill(killed, 'SIGKILL')
        await until(() => server.pid() !== killed)
        await ready(server)
      }
      return 'done'
    })()
    let id = 0
    for (let done = false; !done; done = (await Promise.race([killer, sleep(0, 'not yet')])) === 'done') {
      id += 1
      await query(server, `insert into written values (${id})`).then(() => acknowledged.push(id), ignore)
    }
    const stored = new Set(await query(server, 'select id from written'))
    expect(acknowledged.length).toBeGreaterThan(3)
    expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
  })

  it.runIf(allTests)('waits for backends that outlived the server, and ends them when they do not', async () => {
    const server = await start()
    const [cluster] = await query(server, 'show cluster_name')
    const busy = () => processes().filter(({ command }) => command.includes(String(cluster)) && command.endsWith(' DO'))
    // A busy loop does not notice that its server has died.
    const orphan = query(server, 'do $$ begin loop end loop; end $$').catch(ignore)
    await until(() => busy().length > 0)
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    await until(() => server.state() === 'recovering')
    await ready(server)
    await orphan
    expect(server.pid()).not.toBe(killed)
    expect(busy()).toEqual([])
  })

  it.runIf(allTests)('survives the death of one backend', async () => {
    const server = await start()
    const [backend] = await query(server, 'select pg_backend_pid()')
    const busy = query(server, 'select pg_sleep(60), pg_backend_pid()').catch(ignore)
    await until(async () =>
      ((await query(server, `select count(*)::int from pg_stat_activity where query like 'select pg_sleep(60)%'`))[0] as number) > 0
    )
    const [pid] = await query(server, `select pid from pg_stat_activity where query like 'select pg_sleep(60)%'`)
    expect(pid).not.toBe(backend)
    process.kill(pid as number, 'SIGKILL')
    await busy
    // the server may answer once more before it notices, and then recovers
    await until(() => query(server, 'select 1').then(([one]) => one === 1, () => false))
  })

  it.runIf(allTests)('is seen to be stopped, and whoever waits for it is answered', async () => {
    const server = await start()
    const target = { url: server.url('postgres', 'postgres') }
    await query(server, 'create table written (id int)')
    const [cluster] = await query(server, 'show cluster_name')
    const probe = createProbe(target, { limit: 300 })
    const db = connect(target, { ...applicationLimits, wait: 400, answer: 400 }, log)
    const write = () => sql`insert into written values (1)`.execute(db).then(() => 'written', isConnectionLost)
    expect([(await probe.look()).answers, await write()]).toEqual([true, 'written'])
    const stopped = processes().filter(({ command }) => command.includes(String(cluster)))
    const signal = (name: NodeJS.Signals) => stopped.forEach(({ pid }) => process.kill(pid, name))
    try {
      signal('SIGSTOP')
      expect([(await probe.look()).answers, await write()]).toEqual([false, true])
    } finally {
      signal('SIGCONT')
    }
    await until(async () => (await probe.look()).answers)
    expect(await write()).toBe('written')
    await Promise.all([db.destroy(), probe.close()])
  })

  it('is waited for once when it is stopped: connections made before are not tried one after the other', async () => {
    const server = await start()
    const db = connect({ url: server.url('postgres', 'postgres') }, { ...applicationLimits, connections: 3, wait: 400, answer: 1_000 }, log)
    const read = () => sql`select 1 from pg_sleep(0.05)`.execute(db).then(() => 'answered', (error: Error) => error.message)
    expect(await Promise.all([read(), read(), read()])).toEqual(['answered', 'answered', 'answered'])
    const [cluster] = await query(server, 'show cluster_name')
    const stopped = processes().filter(({ command }) => command.includes(String(cluster)))
    const signal = (name: NodeJS.Signals) => stopped.forEach(({ pid }) => process.kill(pid, name))
    try {
      signal('SIGSTOP')
      expect(await read()).toBe('Query read timeout')
      expect([await read(), await read()]).toEqual(['Every database connection is in use', 'Every database connection is in use'])
    } finally {
      signal('SIGCONT')
    }
    await until(async () => (await read()) === 'answered')
    await db.destroy()
  })

  it('serves others while one backend stands still with a lock, and frees the lock when that goes on', async () => {
    const server = await start()
    await query(server, 'create table kept as select 1 as id')
    const db = connect({ url: server.url('postgres', 'postgres') }, { ...applicationLimits, connections: 3, wait: 400, lock: 200,
      answer: 1_000 }, log)
    const lockRow = () => transaction(db, (tx) => sql`select from kept for update`.execute(tx)).then(() => 'locked', isLockTimeout)
    let backend = 0
    const held = transaction(db, async (tx) => {
      const { rows: [row] } = await sql<{ pid: number }>`select pg_backend_pid() as pid from kept for update`.execute(tx)
      backend = row?.pid ?? 0
      process.kill(backend, 'SIGSTOP')
      await sql`select 1`.execute(tx)
    }).catch(isConnectionLost)
    try {
      await until(() => backend > 0)
      expect([await lockRow(), await sql`select 1 as one`.execute(db).then(({ rows }) => rows)]).toEqual([true, [{ one: 1 }]])
      expect(await held).toBe(true)
    } finally {
      process.kill(backend, 'SIGCONT')
    }
    await until(async () => (await lockRow()) === 'locked')
    await db.destroy()
  })

  it('notices a full disk while it is up, gives the room kept aside, and keeps some again later', async () => {
    let room = Infinity
    const server = await start(undefined, { diskReserve: 1024 * 1024, freeRoom: async () => room })
    await until(() => existsSync(data('ballast')))
    room = 1024 * 1024
    await until(() => server.state() === 'disk-full')
    expect(existsSync(data('ballast'))).toBe(false)
    expect(await query(server, 'select 1')).toEqual([1])
    room = Infinity
    await until(() => server.state() === 'ready' && existsSync(data('ballast')))
  })

  it.runIf(mayMount())('comes back from a full disk: by the room kept aside, and later as soon as somebody makes room', { timeout: 60_000,
    retry: 2 }, async () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk, { recursive: true })
    mount(disk, '320m')
    try {
      const server = await start(join(disk, 'data'), { diskReserve: 48 * 1024 * 1024 })
      await fillTwice(server, disk).finally(() => close(server))
    } finally {
      spawnSync('umount', ['-l', disk])
    }
  })
})

/** Fills the disk twice: first the server frees its reserve, then space has to be freed manually. */
async function fillTwice(server: EmbeddedServer, disk: string) {
  await query(server, 'create table kept as select 0 as id')
  await until(() => existsSync(join(disk, 'data', 'postgres', 'ballast')))
  for (const id of [1, 2]) {
    await query(server, `insert into kept values (${id})`)
    spawnSync('sh', ['-c', `cat /dev/zero >> ${join(disk, 'filler')}`])
    const waits = () => (id === 1 ? existsSync(join(disk, 'data', 'postgres', 'ballast')) : server.state() !== 'disk-full')
    while (waits()) await query(server, `select pg_logical_emit_message(true, 'log', repeat('x', 1000000))`).catch(ignore)
    if (id === 2) rmSync(join(disk, 'filler'))
    await ready(server)
    expect(await query(server, 'select id from kept order by id')).toEqual([0, 1, 2].slice(0, id + 1))
  }
}

function mount(place: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', place]).status === 0
}

/** Not permitted in most containers, even to root. */
function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'mount-'))
  const able = mount(place, '1m')
  if (able) spawnSync('umount', ['-l', place])
  rmSync(place, { recursive: true, force: true })
  return able
}

/** Starts a child that has ended and is not reaped by its sleeping parent. */
async function makeZombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(parent)
  for await (const line of createInterface(parent.stdout)) {
    await until(() => commandOf(Number(line)) === undefined)
    return Number(line)
  }
  throw new Error('the shell said nothing')
}
