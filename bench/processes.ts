import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/testing-port.ts'
import { isAnswering, stop } from '../e2e/product.ts'
import { bearer, calls, claim } from './claims.ts'
import { type Call, openSender, type Sender, share } from './load.ts'

/**
 * `npm run bench -- processes 2`: throughput of several server processes that share one port, relative to one. Two products, each with
 * its own database, alternately file and pass claims; the times of two adjacent rounds form one ratio.
 */
const count = Number(process.argv[3] ?? availableParallelism())
const rounds = Number(process.argv[4] ?? 6)
const perRound = 100
const clients = 16
const password = 'Demo@2026'

const folder = mkdtempSync(join(tmpdir(), 'bench-processes-'))
const steps = ['filing', 'passing'] as const
type ProcessCosts = Readonly<Record<(typeof steps)[number], number>>

const sender = openSender()
const products: Product[] = []
try {
  for (const processes of [1, count]) products.push(await startProduct(processes))
  const [one, many] = products as [Product, Product]
  const taken: { readonly one: ProcessCosts; readonly many: ProcessCosts }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const first = await lives(round % 2 === 0 ? one : many, sender)
    const second = await lives(round % 2 === 0 ? many : one, sender)
    // the first round is a warm-up
    if (round > 0) taken.push(round % 2 === 0 ? { one: first, many: second } : { one: second, many: first })
  }
  for (const step of steps) {
    const rate = (kind: 'one' | 'many') => ((perRound * rounds) / taken.reduce((sum, round) => sum + round[kind][step], 0)).toFixed(0)
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) =>
      share(taken.map(({ one: of, many: against }) => of[step] / against[step]), part).toFixed(2)
    )
    console.log(
      `${step}: ${rate('one')}/s with 1 process, ${rate('many')}/s with ${count}, ratio ${middle} (half of the rounds ${low} to ${high})`,
    )
  }
} finally {
  sender.close()
  await Promise.all(products.map(({ close }) => close()))
  rmSync(folder, { recursive: true, force: true })
}

interface Product {
  readonly address: string
  close(): Promise<void>
}

async function startProduct(processes: number): Promise<Product> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, '../server/main.ts'), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, DATA_DIR: join(folder, String(processes)), PORT: String(port), DEMO: 'true', DEMO_HISTORY: 'off',
      DEMO_PASSWORD: password, PROCESSES: String(processes), LOG_LEVEL: 'error' },
  })
  const address = `http://127.0.0.1:${port}`
  await isAnswering(`${address}/public/health`, child)
  return { address, close: () => stop(child) }
}

/** Seconds for filing claims, and for passing them by the head of the department. */
async function lives({ address }: Product, { send }: Sender): Promise<ProcessCosts> {
  const [starter, head] = [await bearer({ address }, 'quality', password), await bearer({ address }, 'yangfan', password)]
  const body = JSON.stringify({ business: claim(3) })
  const filed = await send({ clients,
    calls: Array.from({ length: perRound }, () => ({ method: 'POST' as const, url: address + calls.apply, headers: starter, body })) })
  const passed = await send({ clients, calls: await passesDue(address, head) })
  return { filing: filed.seconds, passing: passed.seconds }
}

/** Calls that pass as many tasks as claims were filed. */
async function passesDue(address: string, headers: Call['headers']): Promise<Call[]> {
  const answer = await fetch(`${address}/workflow/tasks/todoList`, { method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ businessType: 'expenseReimbursement', size: perRound, figures: false }) })
  const { data } = (await answer.json()) as { data: { records: readonly { taskId: string }[] } }
  return data.records.map(({ taskId }) => ({ method: 'POST', url: `${address}/workflow/pass`, headers,
    body: JSON.stringify({ taskId, comment: '同意' }) })
  )
}
