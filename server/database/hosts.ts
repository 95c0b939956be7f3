import { Client } from 'pg'
import { sqlState } from './errors.ts'

const parts = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/]*@)?)(?<hosts>[^/?]*)(?<end>.*)$/

/** A URL for each host of `postgres://user:password@one:5432,two:5432/office`; the URL itself where it has one host. */
export function urlsOfHosts(url: string): readonly string[] {
  const { start = '', hosts = '', end = '' } = parts.exec(url)?.groups ?? {}
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [url]
}

/** The class of connections to a database: of several hosts, they connect to the one that is the primary at that time. */
export function clientClassOf(url: string): typeof Client {
  const urls = urlsOfHosts(url)
  if (urls.length === 1) return Client
  const known = followers.get(url) ?? follower(primaryFinder(urls))
  followers.set(url, known)
  return known
}

const followers = new Map<string, typeof Client>()

/** None of the hosts is a primary that answers; treated like a server that is starting. */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  readonly code = '57P03'

  constructor(cause: unknown) {
    super('None of the database hosts is a primary', { cause })
  }
}

function follower(primary: () => Promise<URL>): typeof Client {
  class FollowingClient extends Client {
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connected = primary().then(({ hostname, port }) => {
        Object.assign(this, { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 5432) })
        return super.connect() as Promise<unknown>
      }).then(() => this)
      if (!callback) return connected
      const succeeded = callback as () => void
      connected.then(() => succeeded(), callback)
    }
  }
  return FollowingClient as unknown as typeof Client
}

/** Time that a found primary is believed to be one, ms: connections of a pool are opened in bursts. */
const believed = 500
/** Timeout of a host's connection, and of its answer, ms. */
const answerTimeout = 1_500

/** Asks all hosts at once which of them is the primary; callers at the same time share one question. */
function primaryFinder(urls: readonly string[]): () => Promise<URL> {
  let found: { readonly url: URL; readonly at: number } | undefined
  let looking: Promise<URL> | undefined
  const look = async () => {
    const url = new URL(await Promise.any(urls.map(demandPrimary)).catch((error: unknown) => {
      throw new NoPrimary(error)
    }))
    found = { url, at: performance.now() }
    return url
  }
  return () => {
    if (found && performance.now() - found.at < believed) return Promise.resolve(found.url)
    looking ??= look().finally(() => (looking = undefined))
    return looking
  }
}

/** @throws Error unless it is a primary that answers in time */
async function demandPrimary(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: answerTimeout, query_timeout: answerTimeout,
    application_name: 'office-automation' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows: [row] } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (row?.standby !== false) throw new Error('a standby')
    return url
  } catch (error) {
    // a server that has no connection left is busy, not away
    if (sqlState(error) === '53300') return url
    throw error
  } finally {
    client.end().catch(() => undefined)
  }
}
