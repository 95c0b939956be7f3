import { Agent, request } from 'node:http'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The calls of a group of clients; sent from a separate process, so that only the server is measured. */
export interface Load {
  readonly calls: readonly Call[]
  readonly clients: number
}

export interface Outcome {
  readonly seconds: number
  /** Latency of each call, ms. */
  readonly latencies: readonly number[]
  /** Bodies of unsuccessful answers. */
  readonly failures: readonly string[]
}

process.on('message', (load) => void run(load as Load).then((outcome) => process.send?.(outcome)))

async function run({ calls, clients }: Load): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const latencies: number[] = []
  const failures: string[] = []
  let next = 0
  const client = async () => {
    for (let index = next++; index < calls.length; index = next++) {
      const begun = performance.now()
      const answer = await send(calls[index]!, agent)
      latencies[index] = performance.now() - begun
      if (!answer.startsWith('{"code":200')) failures.push(answer)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  return { seconds, latencies, failures }
}

function send({ method, url, headers, body }: Call, agent: Agent): Promise<string> {
  const content = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers: { ...content, ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts).toString())).on('error', reject)
    })
    call.on('error', reject).end(body)
  })
}
