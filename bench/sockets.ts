import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import websocket from '@fastify/websocket'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { sql } from 'kysely'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { notify } from '#server/messages/notify.ts'
import { readEnv } from '#server/env.ts'
import { tickets } from '#server/live/connections.ts'
import { start } from '#server/start.ts'
import { share } from './load.ts'
import type { SocketOrder, SocketReport } from './socket-clients.ts'
import { journeySoon } from '#plugins/travel/journeys/message-kinds.ts'

/**
 * Concurrent browsers, each of another person: memory per socket, and the latency between the commit of a message for everybody and its
 * delivery, compared with a bare socket server of the same library that sends the same text.
 */
const count = Number(process.argv[3] ?? 2_000)
const rounds = 5
/** Sockets opened concurrently while memory is measured. */
const together = 16
/** As long as a message of the product. */
const example = 'x'.repeat(900)

const folder = mkdtempSync(join(tmpdir(), 'bench-sockets-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off', DATABASE_POOL: '8' })
// without the demo company's documents
const product = await start(env, serverPlugins.filter(({ id }) => id !== 'demo'), plugins, { pages: false, log: pino({ level: 'error' }) })
const { db } = product.composition.host
try {
  console.log(`opening ${count} sockets …`)
  const people = Array.from({ length: count }, (_, index) => `bench-${index}`)
  await sql`insert into sys_user (id, user_name, name, pinyin, enable) select id, id, '基准/Bench', 'jz', true
    from unnest(${people}::text[]) id`
    .execute(db)
  const { users } = await product.composition.host.organisation(db)
  const paths = async () => {
    const issued: string[] = []
    // all of them are issued before the first is used
    const issuedAt = new Date(Date.now() + 600_000)
    for (const id of people)
      issued.push(
        `/ws/message?${new URLSearchParams({
          ticket: await tickets(db).issue({ id, sessionEpoch: users.get(id)?.sessionEpoch ?? 0 }, issuedAt),
        })}`,
      )
    return issued
  }
  const bare = await bareServer()
  const theirs = await measured({ port: bare.port, paths: async () => people.map(() => '/') }, async (word) => {
    const at = now()
    bare.say(example + word)
    return at
  })
  await bare.close()
  const ours = await measured({ port: Number(new URL(product.address).port), paths }, async (word) => {
    await notify(db, { kind: journeySoon, recipients: people, blanks: { from: '苏州/Suzhou', to: word, time: '08:00' }, at: new Date() })
    const at = now()
    // as at the end of a changing call
    void product.composition.outbox.tick()
    return at
  })
  console.log(
    `memory per socket: ${ours.kilobytes.toFixed(1)} kB, a bare server ${theirs.kilobytes.toFixed(1)} kB: ratio ${
      (ours.kilobytes / theirs.kilobytes).toFixed(2)
    }`,
  )
  console.log(
    `a message for everybody: p50 ${ours.p50.toFixed(0)} ms, p99 ${ours.p99.toFixed(0)} ms; a bare server p50 ${
      theirs.p50.toFixed(0)
    } ms, p99 ${theirs.p99.toFixed(0)} ms: ratio of p99 ${(ours.p99 / theirs.p99).toFixed(1)} (goal 2)`,
  )
  console.log(
    `everybody comes back at once: the last is welcome after ${(ours.back / 1000).toFixed(1)} s, at a bare server after ${
      (theirs.back / 1000).toFixed(1)
    } s`,
  )
} finally {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

interface SocketTarget {
  readonly port: number
  /** Paths to open, each valid for one socket. */
  paths(): Promise<readonly string[]>
}

async function measured(place: SocketTarget, say: (word: string) => Promise<number>) {
  const clients = fork(fileURLToPath(new URL('./socket-clients.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  try {
    const kilobytes = await held(clients, place)
    const delays: number[] = []
    for (let round = 0; round < rounds; round += 1) delays.push(...(await received(clients, `round-${round}-${place.port}`, say)))
    return { kilobytes, p50: share(delays, 0.5), p99: share(delays, 0.99), back: await comingBack(clients, place) }
  } finally {
    clients.kill()
  }
}

/** Kilobytes of server memory per socket. */
async function held(clients: ChildProcess, { port, paths }: SocketTarget): Promise<number> {
  const opened = await paths()
  const before = used()
  await ask(clients, { port, paths: opened, together })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return (used() - before) / 1024 / opened.length
}

/** Milliseconds until each socket has received a broadcast word. */
async function received(clients: ChildProcess, word: string, say: (word: string) => Promise<number>): Promise<readonly number[]> {
  await ask(clients, { wait: word })
  const reply = answer(clients)
  // a failure is reported below, once
  reply.catch(() => undefined)
  const saidAt = await say(word)
  const report = await reply
  return 'receivedAt' in report ? report.receivedAt.map((at) => at - saidAt) : []
}

/** Milliseconds until all clients are served after reconnecting at the same time. */
async function comingBack(clients: ChildProcess, { port, paths }: SocketTarget): Promise<number> {
  const opened = await paths()
  await ask(clients, 'leave')
  const leftAt = now()
  await ask(clients, { port, paths: opened, together: opened.length })
  return now() - leftAt
}

/** Milliseconds of a clock that all processes of this machine share. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

async function ask(clients: ChildProcess, order: SocketOrder): Promise<void> {
  const done = answer(clients)
  clients.send(order)
  await done
}

/** Returns the next report of the clients. @throws Error with the failure of a socket */
async function answer(clients: ChildProcess): Promise<SocketReport> {
  const [report] = (await once(clients, 'message')) as [SocketReport]
  if ('failed' in report) throw new Error(report.failed)
  return report
}

/** Used memory inside and outside of the heap after garbage collection, bytes. */
function used(): number {
  for (let times = 0; times < 3; times += 1) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function bareServer() {
  const app = fastify()
  await app.register(websocket, { options: { maxPayload: 4_096, perMessageDeflate: false } })
  app.get('/', { websocket: true }, (socket) => socket.send('hello'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    port: (app.server.address() as AddressInfo).port,
    say: (text: string) => app.websocketServer.clients.forEach((client) => client.send(text)),
    close: () => app.close(),
  }
}
