import type { ChildProcess } from 'node:child_process'

/** A running product for the stories of one worker, so that stories of different workers do not interfere. */
export interface WorkerProduct {
  readonly address: string
  /** The environment for a second process of the same product. */
  readonly environment: { readonly PORT: string; readonly DATA_DIR: string }
}

/** The product of this worker, among those started by `e2e/run.ts`. */
export function productOfWorker(): WorkerProduct | undefined {
  const products = JSON.parse(process.env['PRODUCTS'] ?? '[]') as readonly WorkerProduct[]
  return products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
}

/** Waits until a starting product answers. @throws Error where it ends before, or after the timeout */
export async function isAnswering(address: string, server: ChildProcess, { minutes = 3 } = {}): Promise<void> {
  const deadline = Date.now() + minutes * 60_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The product ended with code ${server.exitCode} before it answered`)
    const healthy = await fetch(address).then((answer) => answer.ok, () => false)
    if (healthy) return
    await new Promise((wait) => setTimeout(wait, 250))
  }
  throw new Error(`The product did not answer within ${minutes} minutes`)
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((done) => server.on('exit', done))
  server.kill('SIGTERM')
  await ended
}
