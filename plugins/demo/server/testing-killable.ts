import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnv } from '#server/env.ts'
import { freePort } from '#server/testing-port.ts'
import { databaseFolder } from '#server/testing-folder.ts'

/** The product as a process that can be killed and restarted, with its own folder and port. */
export type Killable = Awaited<ReturnType<typeof killable>>

export interface Reply {
  readonly code: number
  readonly data: unknown
  readonly result?: unknown
}

export interface CallRequest {
  readonly by: string
  readonly path: string
  /** Request body; a GET request if absent. */
  readonly body?: object
  readonly key?: string
}

/** Starts the product with the demo company without documents and these settings; call `remove` after the suite. */
export async function killable(more: Readonly<Record<string, string>> = {}) {
  const folder = databaseFolder('crash-')
  const settings = { DATA_DIR: folder, PORT: String(await freePort()), DEMO: 'true', DEMO_HISTORY: 'off', ...more }
  const address = `http://127.0.0.1:${settings.PORT}`
  const ask = asker(address)
  let product = await begin(settings)
  const isBack = async () => (await ask({ by: 'quality', path: '/workflow/tasks/todoList', body: {} }))?.code === 200
  return {
    env: { ...readEnv(settings), demo: false },
    ask,
    /**
     * Kills the product or its database without warning, does what is to be done meanwhile, restarts the product and
     * waits until both respond.
     */
    async kill(victims: readonly ('product' | 'database')[], meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
      for (const victim of victims) {
        if (victim === 'database')
          process.kill(Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
        else await end(product, 'SIGKILL')
      }
      await meanwhile()
      if (victims.includes('product')) product = await begin(settings)
      while (!(await isBack())) await sleep(50)
    },
    stop: () => end(product, 'SIGTERM'),
    async remove() {
      await end(product, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function end(product: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return
  product.kill(signal)
  await once(product, 'exit')
}

/** Starts the process and resolves once it listens. */
async function begin(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'testing-process.ts')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (part: Buffer) => said.push(String(part)))
  await Promise.race([
    (async () => {
      for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('listening')) return
    })(),
    once(child, 'exit').then(() => Promise.reject(new Error(`The product ended: ${said.join('')}`))),
  ])
  return child
}

/** HTTP client; undefined responses mean that the outcome is unknown, e.g. because the server was killed. */
function asker(address: string) {
  const tokens = new Map<string, string>()
  async function signIn(userName: string): Promise<string> {
    const answer = await fetch(`${address}/idp/realms/oa/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'oa-cli', username: userName, password: readEnv({}).demoPassword,
        scope: 'openid' }),
    })
    const { access_token: token } = (await answer.json()) as { access_token?: string }
    if (token === undefined) throw new Error(`${userName} cannot sign in`)
    tokens.set(userName, token)
    return token
  }
  const send = async ({ by, path, body, key }: CallRequest): Promise<Reply> => {
    const token = tokens.get(by) ?? (await signIn(by))
    const call = body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
    return (await (await fetch(address + path, { ...call, headers, signal: AbortSignal.timeout(10_000) })).json()) as Reply
  }
  return async (question: CallRequest): Promise<Reply | undefined> => {
    const reply = await send(question).catch(() => undefined)
    // a token lasts five minutes
    if (reply?.code === 401) tokens.delete(question.by)
    return reply && isKnown(reply) ? reply : undefined
  }
}

/** Returns whether the outcome is known: a success or refusal, unlike a server error. */
const isKnown = ({ code }: Reply) => code < 500 ? code !== 401 : code >= 600
