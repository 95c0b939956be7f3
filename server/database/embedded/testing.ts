import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { databaseFolder } from '#server/testing-folder.ts'
import type { Log } from '../connection.ts'
import { type EmbeddedServer, type EmbeddedOptions, startEmbedded } from './supervisor.ts'

export const ignore = () => undefined
export const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** A temporary folder for the running test. */
export let folder: string
let open: EmbeddedServer[]
/** Processes that are killed after the test. */
export let children: ChildProcess[]

/** Registers the hooks of a test file; call it in each file, since modules are shared by the files of a worker. */
export function aFolderForEachTest(): void {
  beforeEach(() => {
    folder = databaseFolder('embedded-')
    spawnSync('chmod', ['755', folder])
    open = []
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    for (const server of open) await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
}

export const data = (...path: string[]) => join(folder, 'data', 'postgres', ...path)

export async function start(dataDirectory = join(folder, 'data'),
  more: Pick<EmbeddedOptions, 'diskReserve' | 'freeRoom'> = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDirectory, log, diskReserve: 0, ...more })
  open.push(server)
  return server
}

export async function close(server: EmbeddedServer) {
  open = open.filter((other) => other !== server)
  await server.close()
}

export async function query(server: EmbeddedServer, text: string): Promise<unknown[]> {
  const client = new Client(server.url('postgres', 'postgres'))
  client.on('error', ignore)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end().catch(ignore)
  }
}

export async function until(condition: () => boolean | Promise<boolean>) {
  while (!(await condition())) await sleep(20)
}

export const ready = (server: EmbeddedServer) =>
  until(async () => server.state() === 'ready' && (await query(server, 'select 1').then(() => true, () => false)))

/** Starts another process that opens the same database and prints the server's process id; it lives until it is killed or stopped. */
export async function otherProcess(dataDirectory = join(folder, 'data'),
  command: readonly string[] = [process.execPath]): Promise<{ child: ChildProcess; pid: number }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const log = { debug() {}, info() {}, warn: console.error, error: console.error }
    const server = await startEmbedded({ dataDirectory: ${JSON.stringify(dataDirectory)}, log, diskReserve: 0 })
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
