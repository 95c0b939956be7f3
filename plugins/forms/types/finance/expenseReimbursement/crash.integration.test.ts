import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import declarations from '../../../../../resources/declarations.ts'
import serverPlugins from '../../../../../resources/server.ts'
import { auditData } from '../../../../../server/audit-data.ts'
import { open } from '../../../../../server/database/open.ts'
import { readEnv } from '../../../../../server/env.ts'
import { todayOf } from '../../../../../src/kernel/dates.ts'
import { claim, row, type } from '../../../../demo/server/claims/testing.ts'

const script = join(import.meta.dirname, '../../../../demo/server/testing-process.ts')
const folder = mkdtempSync(join(tmpdir(), 'crash-'))
const log = pino({ level: 'silent' })
let settings: { DATA_DIR: string; PORT: string; DEMO: string }
let product: ChildProcess | undefined
let address: string

beforeAll(async () => {
  settings = { DATA_DIR: folder, PORT: String(await freePort()), DEMO: 'true' }
  address = `http://127.0.0.1:${settings.PORT}`
  await begin()
})
afterAll(async () => {
  if (product?.exitCode === null) {
    product.kill('SIGTERM')
    await once(product, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the product's process and waits until it listens. */
async function begin(): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', script], { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  product = child
  const said: string[] = []
  child.stderr.on('data', (part: Buffer) => said.push(String(part)))
  await Promise.race([
    (async () => {
      for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('listening')) return
    })(),
    once(child, 'exit').then(() => Promise.reject(new Error(`The product ended: ${said.join('')}`))),
  ])
}

const killers = {
  async product() {
    const child = product!
    child.kill('SIGKILL')
    await once(child, 'exit')
  },
  async database() {
    process.kill(Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  },
}

const tokens = new Map<string, string>()

async function ask<Data>(userName: string, path: string, body: unknown, key?: string): Promise<{ code: number; data: Data }> {
  const token = tokens.get(userName) ?? (await signIn(userName))
  const answer = await fetch(address + path, {
    method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(10_000),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
  })
  return (await answer.json()) as { code: number; data: Data }
}

async function signIn(userName: string): Promise<string> {
  const answer = await fetch(`${address}/idp/realms/oa/protocol/openid-connect/token`, {
    method: 'POST', body: new URLSearchParams({ grant_type: 'password', client_id: 'oa-cli', username: userName, password: readEnv({}).demoPassword, scope: 'openid' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`${userName} cannot sign in`)
  tokens.set(userName, token)
  return token
}

/** What was answered as done. */
const acknowledged = { filed: [] as { key: string; id: string }[], passed: [] as string[] }
const attempted: string[] = []
const ignore = () => undefined

const yesterday = todayOf(new Date(Date.now() - 86_400_000))
const business = (title: string) => claim([row('3.00', { expenseDate: yesterday }), row('4.50', { expenseDate: yesterday })], { title, overBudgetExplanation: '测试', overdueExplanation: '测试' })

/** Files claims until it is told to stop; a call whose answer was lost is sent again with its key. */
async function file(name: string, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const key = `${name}-${count}`
    attempted.push(key)
    for (let done = false; !done && !isOver();) {
      const answer = await ask<{ businessKey: string }>('quality', `/oaserver/${type}/apply`, { business: business(key) }, key).catch(ignore)
      done = answer?.code === 200
      if (done) acknowledged.filed.push({ key, id: answer!.data.businessKey })
      else await sleep(30)
    }
  }
}

/** Passes what waits for a person until it is told to stop. */
async function pass(userName: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const task of await waiting(userName)) if (!isOver()) await passTask(userName, task)
    await sleep(30)
  }
}

async function waiting(userName: string): Promise<string[]> {
  const todo = await ask<{ records: { taskId: string }[] } | undefined>(userName, '/workflow/tasks/todoList', { size: 20 }).catch(ignore)
  return (todo?.data?.records ?? []).map(({ taskId }) => taskId)
}

async function passTask(userName: string, taskId: string): Promise<void> {
  const answer = await ask(userName, '/workflow/pass', { taskId, comment: '同意' }).catch(ignore)
  if (answer?.code === 200) acknowledged.passed.push(taskId)
}

/** Whether it answers again: the product as well as its database. */
async function isBack(): Promise<boolean> {
  const answer = await ask('quality', '/workflow/tasks/todoList', {}).catch(ignore)
  return answer?.code === 200
}

async function untilBack(): Promise<void> {
  while (!(await isBack())) await sleep(50)
}

it('keeps what it said was done, and nothing by halves, whoever is killed under load', async () => {
  let over = false
  const load = [file('a', () => over), file('b', () => over), pass('yangfan', () => over), pass('accountant', () => over), pass('finance', () => over), pass('cashier', () => over)]
  try {
    for (const victims of [['product'], ['database'], ['database', 'product'], ['product', 'database']] as const) {
      await sleep(400 + Math.random() * 1200)
      for (const victim of victims) await killers[victim]()
      if (victims.some((victim) => victim === 'product')) await begin()
      await untilBack()
    }
    await sleep(500)
  } finally {
    over = true
  }
  await Promise.all(load)
  product!.kill('SIGTERM')
  await once(product!, 'exit')

  expect(acknowledged.filed.length).toBeGreaterThan(5)
  expect(acknowledged.passed.length).toBeGreaterThan(5)
  const env = { ...readEnv(settings), demo: false }
  const { mismatches, checked } = await auditData(env, { plugins: declarations, serverPlugins, log })
  expect(mismatches).toEqual([])
  expect(checked['documents']).toBeGreaterThanOrEqual(acknowledged.filed.length)

  const database = await open(env, log)
  try {
    const stored = await database.db.selectFrom('document').select(['id', 'title']).execute()
    const ids = new Map(stored.map(({ id, title }) => [id, title]))
    expect(acknowledged.filed.filter(({ id, key }) => ids.get(id) !== key)).toEqual([])
    // a repeated key files nothing twice
    expect(new Set(stored.map(({ title }) => title)).size).toBe(stored.length)
    expect(stored.filter(({ title }) => !attempted.includes(title))).toEqual([])
    const done = await database.db.selectFrom('task').select('id').where('state', '=', 'done').execute()
    const finished = new Set(done.map(({ id }) => id))
    expect(acknowledged.passed.filter((task) => !finished.has(task))).toEqual([])
  } finally {
    await database.close()
  }
}, 240_000)
