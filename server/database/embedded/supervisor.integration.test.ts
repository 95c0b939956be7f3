import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../log.ts'
import { commandOf, markOf, processes } from './processes.ts'
import { type Embedded, startEmbedded } from './supervisor.ts'

const ignore = () => undefined
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const isRoot = process.getuid?.() === 0

let folder: string
let open: Embedded[]
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  spawnSync('chmod', ['755', folder])
  open = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of open) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const data = (...path: string[]) => join(folder, 'data', 'postgres', ...path)

async function start(dataDirectory = join(folder, 'data'), ballast = 0): Promise<Embedded> {
  const server = await startEmbedded({ dataDirectory, log, ballast })
  open.push(server)
  return server
}

async function close(server: Embedded) {
  open = open.filter((other) => other !== server)
  await server.close()
}

async function query(server: Embedded, text: string): Promise<unknown[]> {
  const client = new Client(server.url('postgres', 'postgres'))
  client.on('error', ignore)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end().catch(ignore)
  }
}

async function until(condition: () => boolean | Promise<boolean>) {
  while (!(await condition())) await sleep(20)
}

const ready = (server: Embedded) => until(async () => server.state() === 'ready' && (await query(server, 'select 1').then(() => true, () => false)))

/** Another process that opens the same database and says its server's number; it lives until it is killed or told to end. */
async function otherProcess(dataDirectory = join(folder, 'data'), command: readonly string[] = [process.execPath]): Promise<{ child: ChildProcess; pid: number }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const log = { debug() {}, info() {}, warn: console.error, error: console.error }
    const server = await startEmbedded({ dataDirectory: ${JSON.stringify(dataDirectory)}, log, ballast: 0 })
    console.log(server.pid())
    process.stdin.once('data', async () => { await server.close(); process.exit(0) })`
  const [file = '', ...rest] = command
  const child = spawn(file, [...rest, '--import', 'tsx', '--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'pipe'] })
  children.push(child)
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(String(chunk)))
  for await (const line of createInterface(child.stdout)) return { child, pid: Number(line) }
  throw new Error(errors.join(''))
}

describe('the embedded database', () => {
  it('starts cold and warm, keeps its data, and is reachable by its socket alone', async () => {
    const cold = await start()
    await query(cold, 'create table kept as select 7 as seven')
    expect(await query(cold, `select current_setting('listen_addresses'), current_setting('data_checksums'), current_setting('fsync'), current_setting('server_encoding')`)).toEqual(['', 'on', 'on', 'UTF8'])
    await close(cold)
    expect(existsSync(data('data', 'postmaster.pid'))).toBe(false)
    const warm = await start()
    expect(warm.state()).toBe('ready')
    expect(await query(warm, 'select seven from kept')).toEqual([7])
  })

  it('stops with its last user', async () => {
    const first = await start()
    const second = await start()
    expect(second.pid()).toBe(first.pid())
    await close(first)
    expect(await query(second, 'select 1')).toEqual([1])
    await close(second)
    expect(markOf(first.pid())).toBeUndefined()
  })

  it('outlives a killed application, is adopted by the next and stopped by it', async () => {
    const { child, pid } = await otherProcess()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const next = await start()
    expect(next.pid()).toBe(pid)
    await close(next)
    expect(markOf(pid)).toBeUndefined()
  })

  it('is started once by processes that race', async () => {
    const racing = await Promise.all([otherProcess(), otherProcess(), start()])
    const [first, second, own] = racing
    expect([first.pid, second.pid]).toEqual([own.pid(), own.pid()])
    first.child.stdin?.write('end')
    await once(first.child, 'exit')
    expect(await query(own, 'select 1')).toEqual([1])
  })

  it('takes over the start lock of a process that died', async () => {
    mkdirSync(data(), { recursive: true })
    writeFileSync(data('start.lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }))
    expect((await start()).state()).toBe('ready')
  })

  it('makes the data directory anew when making it was interrupted', async () => {
    mkdirSync(data('data.unfinished', 'base'), { recursive: true })
    writeFileSync(data('data.unfinished', 'PG_VERSION'), '18\n')
    expect(await query(await start(), 'select 1')).toEqual([1])
  })

  it.each(['another program has the number', 'a zombie has the number'])('starts over the lock files of a dead server: %s', async (kind) => {
    const server = await start()
    const socketLock = data('socket', '.s.PGSQL.5432.lock')
    const left = [data('data', 'postmaster.pid'), socketLock].map((path) => [path, readFileSync(path, 'utf8')] as const)
    await close(server)
    const zombie = kind.startsWith('a zombie') ? await makeZombie() : undefined
    for (const [path, text] of left) writeFileSync(path, text.replace(/^\d+/, String(zombie ?? process.pid)))
    expect(await query(await start(), 'select 1')).toEqual([1])
  })

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
  }, 60_000)

  it('waits for backends that outlived the server, and ends them when they do not', async () => {
    const server = await start()
    // A busy loop does not look whether its server is still there.
    const orphan = query(server, 'do $$ begin loop end loop; end $$').catch(ignore)
    await until(() => processes().some(({ command }) => command.endsWith(' DO')))
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    await until(() => server.state() === 'recovering')
    await ready(server)
    await orphan
    expect(server.pid()).not.toBe(killed)
    expect(processes().filter(({ command }) => command.endsWith(' DO'))).toEqual([])
  }, 60_000)

  it('survives the death of one backend', async () => {
    const server = await start()
    const [backend] = await query(server, 'select pg_backend_pid()')
    const busy = query(server, 'select pg_sleep(60), pg_backend_pid()').catch(ignore)
    await until(async () => ((await query(server, `select count(*)::int from pg_stat_activity where query like 'select pg_sleep(60)%'`))[0] as number) > 0)
    const [pid] = await query(server, `select pid from pg_stat_activity where query like 'select pg_sleep(60)%'`)
    expect(pid).not.toBe(backend)
    process.kill(pid as number, 'SIGKILL')
    await busy
    await ready(server)
    expect(await query(server, 'select 1')).toEqual([1])
  })

  it('puts its socket elsewhere when the path would be too long', async () => {
    const server = await start(join(folder, 'long'.repeat(25), 'data'))
    expect(await query(server, 'select 1')).toEqual([1])
    const again = await start(join(folder, 'long'.repeat(25), 'data'))
    expect(again.pid()).toBe(server.pid())
    const place = readFileSync(join(folder, 'long'.repeat(25), 'data', 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    expect(statSync(place).mode & 0o777).toBe(0o700)
    await close(again)
    await close(server)
    expect(existsSync(place)).toBe(false)
  })

  it('refuses data of another major version', async () => {
    await close(await start())
    writeFileSync(data('data', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow('was written by PostgreSQL 17')
  })

  it('tells what the server said when it does not start', async () => {
    await close(await start())
    writeFileSync(data('data', 'postgresql.conf'), 'no_such_parameter = 1\n')
    await expect(start()).rejects.toThrow('no_such_parameter')
  })
})

describe.runIf(isRoot)('started by root', () => {
  it('runs as somebody without rights', async () => {
    const server = await start()
    expect(readFileSync(`/proc/${server.pid()}/status`, 'utf8')).toMatch(/^Uid:\t65534\t/m)
  })

  it('runs under a folder that is closed to others', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const server = await start(join(closed, 'data'))
    expect(await query(server, 'select 1')).toEqual([1])
    await close(server)
    // The same data, moved into the open, is handed over to the plain user.
    spawnSync('chmod', ['755', closed])
    expect(await query(await start(join(closed, 'data')), 'select 1')).toEqual([1])
  })

  it.runIf(isRoot && mayMount())('comes back from a full disk: by the room kept aside, and later as soon as somebody makes room', async () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    mount(disk, '320m')
    try {
      const server = await start(join(disk, 'data'), 48 * 1024 * 1024)
      const ballast = join(disk, 'data', 'postgres', 'ballast')
      await query(server, 'create table kept as select 0 as id')
      await until(() => existsSync(ballast))
      for (const id of [1, 2]) {
        await query(server, `insert into kept values (${id})`)
        spawnSync('sh', ['-c', `cat /dev/zero >> ${join(disk, 'filler')}`])
        const before = server.pid()
        while (server.pid() === before && server.state() === 'ready') await query(server, `select pg_logical_emit_message(true, 'log', repeat('x', 1000000))`).catch(ignore)
        if (id === 2) {
          await until(() => server.state() === 'disk-full')
          rmSync(join(disk, 'filler'))
        }
        await until(() => server.pid() !== before)
        await ready(server)
        expect(await query(server, 'select id from kept order by id')).toEqual([0, 1, 2].slice(0, id + 1))
      }
      await close(server)
    } finally {
      for (const server of open) await close(server)
      spawnSync('umount', ['-l', disk])
    }
  }, 120_000)

  it('serves an ordinary user all the same', async () => {
    const name = `office-test-${process.pid}`
    expect(spawnSync('useradd', ['--no-create-home', '--shell', '/bin/sh', name]).status).toBe(0)
    try {
      const home = join(folder, 'home')
      mkdirSync(home)
      spawnSync('chown', [name, home])
      const { child, pid } = await otherProcess(join(home, 'data'), ['setpriv', `--reuid=${name}`, `--regid=${name}`, '--clear-groups', process.execPath])
      expect(commandOf(pid)).toContain(home)
      child.stdin?.write('end')
      await once(child, 'exit')
      expect(markOf(pid)).toBeUndefined()
    } finally {
      spawnSync('userdel', [name])
    }
  })
})

function mount(place: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', place]).status === 0
}

/** In most containers not even root may. */
function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'mount-'))
  const able = mount(place, '1m')
  if (able) spawnSync('umount', ['-l', place])
  rmSync(place, { recursive: true, force: true })
  return able
}

/** A child that has ended while its parent, asleep, does not look. */
async function makeZombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(parent)
  for await (const line of createInterface(parent.stdout)) {
    await until(() => commandOf(Number(line)) === undefined)
    return Number(line)
  }
  throw new Error('the shell said nothing')
}
