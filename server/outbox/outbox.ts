import type { Logger } from 'pino'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Env } from '#server/env.ts'
import { announceSome } from './announce.ts'
import { chat } from './chat.ts'
import { mail } from './mail.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { sender, type Transport } from './sender.ts'

interface OutboxOptions {
  readonly host: DocumentHost
  readonly log: Pick<Logger, 'warn'>
  /** Instead of those of the settings; for tests. */
  readonly transports?: readonly Transport[]
}

/** Milliseconds between two looks for what an instance that died, or a job, has left to tell. */
const pollInterval = 2_000

/** Announces new messages: to browsers at once, by mail and chat to people who want that. */
export function outbox({ host, log, transports = transportsOf(host.env) }: OutboxOptions): Poller {
  const senders = transports.map((transport) => sender({ host, log, transport }))
  const channels = transports.map(({ channel }) => channel)
  const announcer = createPoller({
    every: pollInterval,
    log,
    name: 'news',
    async beat(signal) {
      let more = true
      while (more && !signal.aborted) more = await announceSome(host.db, { channels, at: host.clock.now() })
      for (const each of senders) each.wake()
    },
  })
  const all = [announcer, ...senders]
  return {
    start: () => all.forEach((each) => each.start()),
    async tick() {
      await announcer.tick()
      await Promise.all(senders.map((each) => each.tick()))
    },
    async stop() {
      await Promise.all(all.map((each) => each.stop()))
    },
    wake: () => announcer.wake(),
  }
}

/** The channels that the settings name. */
function transportsOf({ mail: by, chatWebhook, publicUrl }: Env): Transport[] {
  return [...(by ? [mail({ ...by, publicUrl })] : []), ...(chatWebhook ? [chat(chatWebhook)] : [])]
}
