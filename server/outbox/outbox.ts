import type { Logger } from 'pino'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Env } from '#server/env.ts'
import { announceSome } from './announce.ts'
import { chat } from './chat.ts'
import { mail } from './mail.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { sender, type Way } from './sender.ts'

interface Parts {
  readonly host: DocumentHost
  readonly log: Pick<Logger, 'warn'>
  /** Instead of those of the settings; for tests. */
  readonly ways?: readonly Way[]
}

/** Milliseconds between two looks for what an instance that died, or a job, has left to tell. */
const pollInterval = 2_000

/** Tells of what was written: at once in the browsers, by mail and chat whoever wants it. */
export function outbox({ host, log, ways = waysOf(host.env) }: Parts): Poller {
  const senders = ways.map((way) => sender({ host, log, way }))
  const channels = ways.map(({ channel }) => channel)
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
function waysOf({ mail: by, chatWebhook, publicUrl }: Env): Way[] {
  return [...(by ? [mail({ ...by, publicUrl })] : []), ...(chatWebhook ? [chat(chatWebhook)] : [])]
}
