import { Agent, request } from 'node:http'

/** What a group of clients is to send; they run in a process of their own, so that only the server's work is measured. */
export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** One call each. */
  readonly bodies: readonly string[]
  readonly clients: number
}

export interface Outcome {
  readonly seconds: number
  /** Of each call, ms, ascending. */
  readonly latencies: readonly number[]
  /** Bodies of the answers that were no success. */
  readonly failures: readonly string[]
}

process.once('message', (load) => void run(load as Load).then((outcome) => process.send?.(outcome)))

async function run({ url, headers, bodies, clients }: Load): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const latencies: number[] = []
  const failures: string[] = []
  let next = 0
  const client = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const begun = performance.now()
      const answer = await send(url, { agent, headers, body })
      latencies.push(performance.now() - begun)
      if (!answer.startsWith('{"code":200')) failures.push(answer)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  return { seconds, latencies: latencies.toSorted((left, right) => left - right), failures }
}

function send(url: string, { agent, headers, body }: { agent: Agent; headers: Readonly<Record<string, string>>; body: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts).toString())).on('error', reject)
    })
    call.on('error', reject).end(body)
  })
}
