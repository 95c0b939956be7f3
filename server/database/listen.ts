import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { clientSettings, type DatabaseTarget } from './connection.ts'
import type { Log } from './log.ts'

interface Subscription {
  readonly onPayload: (payload: string) => void
  /** Called after the line was cut and is back: notifications of that time are lost, caches must be emptied. */
  readonly gap?: () => void
}

/** One connection that listens to NOTIFY for the whole process, and comes back by itself. */
export interface Listener {
  /** Resolves when the channel is listened to; the returned function ends it. */
  subscribe(channel: string, subscription: Subscription): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Makes a listener; its connection is opened with the first subscription. */
export function createListener(target: DatabaseTarget, log: Log): Listener {
  return new ReconnectingListener(target, log)
}

/** Between signs of life on the line, ms. */
const heartbeat = 15_000
const longestPause = 5_000

class ReconnectingListener implements Listener {
  readonly #channels = new Map<string, Set<Subscription>>()
  readonly #end = new AbortController()
  #client: Client | undefined
  #connecting: Promise<void> | undefined

  constructor(
    private readonly target: DatabaseTarget,
    private readonly log: Log,
  ) {}

  async subscribe(channel: string, subscription: Subscription): Promise<() => Promise<void>> {
    const subscriptions = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, subscriptions.add(subscription))
    if (this.#client) await this.#client.query(`listen ${escapeIdentifier(channel)}`)
    else await (this.#connecting ??= this.#connect())
    return () => this.#unsubscribe(channel, subscription)
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#channels.clear()
    await this.#connecting?.catch(() => undefined)
    await this.#client?.end().catch(() => undefined)
  }

  async #unsubscribe(channel: string, subscription: Subscription) {
    const subscriptions = this.#channels.get(channel)
    subscriptions?.delete(subscription)
    if (subscriptions?.size !== 0) return
    this.#channels.delete(channel)
    await this.#client?.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => undefined)
  }

  async #connect() {
    const client = new Client({ ...clientSettings(this.target), connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
    client.on('error', (error) => this.log.debug({ err: error }, 'the notification line broke'))
    client.on('notification', ({ channel, payload }) => this.#dispatch(channel, payload ?? ''))
    await client.connect()
    try {
      for (const channel of this.#channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#connecting = undefined
    this.#watch(client)
  }

  /** A connection may die without a word (a pulled cable), so it is asked from time to time. */
  #watch(client: Client) {
    const timer = setInterval(() => void client.query('select 1').catch(() => void client.end().catch(() => undefined)), heartbeat)
    timer.unref()
    client.once('end', () => {
      clearInterval(timer)
      this.#client = undefined
      if (!this.#end.signal.aborted) this.#connecting = this.#reconnect()
    })
  }

  async #reconnect() {
    for (let pause = 50; !this.#end.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause, undefined, { signal: this.#end.signal }).catch(() => undefined)
      if (this.#end.signal.aborted) return
      try {
        await this.#connect()
        this.log.info({}, 'notifications arrive again')
        for (const subscription of [...this.#channels.values()].flatMap((set) => [...set])) this.#guard(() => subscription.gap?.())
        return
      } catch (error) {
        this.log.warn({ err: error }, 'notifications do not arrive yet')
      }
    }
  }

  #dispatch(channel: string, payload: string) {
    for (const subscription of this.#channels.get(channel) ?? []) this.#guard(() => subscription.onPayload(payload))
  }

  /** One subscriber's fault must not keep the payload from the others. */
  #guard(call: () => void) {
    try {
      call()
    } catch (error) {
      this.log.error({ err: error }, 'a notification could not be handled')
    }
  }
}
