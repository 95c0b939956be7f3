import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bearer, calls, claim } from '../claims.ts'

/** Clients that file claims without pause, each until it is acknowledged, and read every one back from the other instance. */
export interface Load {
  /** Numbers of acknowledged claims. */
  readonly acknowledged: string[]
  /** Reads that did not find the reader's own claim. */
  stale: number
  reads: number
  /** Attempts without an acknowledgement. */
  failures: number
  /** Failures by their text. */
  readonly reasons: Map<string, number>
  /** Seconds from now until a claim that is sent from now on is acknowledged. */
  back(): Promise<number>
  /** Ends once every claim that was begun is acknowledged. */
  end(): Promise<void>
}

const password = 'Demo@2026'

/** Starts so many clients, which send to the instances in turn. */
export function startLoad(instances: readonly string[], clients: number): Load {
  const end = new AbortController()
  const waiting: { readonly since: number; done(seconds: number): void }[] = []
  const load: Load = {
    acknowledged: [],
    stale: 0,
    reads: 0,
    failures: 0,
    reasons: new Map(),
    back: () => new Promise((done) => waiting.push({ since: performance.now(), done })),
    async end() {
      end.abort()
      await Promise.all(running)
    },
  }
  /** Sends a call until it is answered with success, by the instances in turn. */
  const untilDone = async (first: number, send: (address: string) => Promise<Response>): Promise<Answer> => {
    for (let tries = 0;; tries += 1) {
      const answer = await attempt(() => send(instances[(first + tries) % instances.length]!))
      if (typeof answer !== 'string') return answer
      load.failures += 1
      load.reasons.set(answer, (load.reasons.get(answer) ?? 0) + 1)
      await sleep(200)
    }
  }
  const client = async (index: number) => {
    let headers: Readonly<Record<string, string>> | undefined
    for (let turn = index; !end.signal.aborted; turn += 1) {
      headers = turn % 200 === index % 200 || !headers ? await signIn(instances, turn) : headers
      const sent = performance.now()
      const key = randomUUID()
      const own = headers
      const filed = await untilDone(turn, (address) =>
        post(address + calls.apply, { business: claim(1) }, { ...own, 'idempotency-key': key }))
      const number = String(filed.data['businessNo'])
      load.acknowledged.push(number)
      for (const each of waiting.splice(0)) {
        if (sent >= each.since) each.done((performance.now() - each.since) / 1000)
        else waiting.push(each)
      }
      const found = await untilDone(turn + 1, (address) =>
        post(`${address}/workflow/tasks/myApply`, { keyword: number, current: 1, size: 10 }, { ...own,
          ...(filed.position && { 'x-log-position': filed.position }) }))
      load.reads += 1
      if (!JSON.stringify(found.data).includes(number))
        load.stale += 1
    }
  }
  const running = Array.from({ length: clients }, (_, index) => client(index))
  return load
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>>
  readonly position: string | undefined
}

/** The answer of a call, or the reason why it has none. */
async function attempt(send: () => Promise<Response>): Promise<Answer | string> {
  try {
    const response = await send()
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: Answer['data'] }
    return code === 200 ? { data, position: response.headers.get('x-log-position') ?? undefined } : `${code} ${msg}`.trim()
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}

const post = (url: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000) })

async function signIn(instances: readonly string[], turn: number): Promise<Readonly<Record<string, string>>> {
  for (;; turn += 1) {
    const headers = await bearer({ address: instances[turn % instances.length]! }, 'quality', password).catch(() => undefined)
    if (headers && !headers.authorization.endsWith('undefined')) return headers
    await sleep(500)
  }
}
