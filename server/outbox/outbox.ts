import type { Logger } from 'pino'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Env } from '#server/env.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { type Outbound, outbound } from '#server/outbound/outbound.ts'
import { announceSome } from './announce.ts'
import { mail } from './mail.ts'
import { sender, type Transport } from './sender.ts'

interface OutboxOptions {
  readonly host: DocumentHost
  readonly log: Pick<Logger, 'warn'>
  /** Overrides the transports of the settings; for tests. */
  readonly transports?: readonly Transport[]
}

/** Interval of polling for messages of jobs and crashed instances, ms. */
const pollInterval = 2_000

/** Announces new messages: to browsers immediately, and by mail and chat as people prefer. */
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

/** The configured transports. */
function transportsOf({ mail: by, chatWebhook, publicUrl }: Env): Transport[] {
  return [...(by ? [mail({ ...by, publicUrl })] : []), ...(chatWebhook ? [chat(chatWebhook)] : [])]
}

/**
 * Messages to an enterprise chat by webhook. The body has the format of group robots of WeCom and DingTalk, and the parts (`message`) for
 * a receiver that addresses people itself. `Idempotency-Key` is the mail's name, the same for every attempt.
 */
export function chat(url: string, ask: Outbound = outbound({ allow: [url] })): Transport {
  return {
    channel: 'CHAT',
    async send({ name, recipient, title, content, link, locale, process, number, subject }) {
      const text = `${recipient.name}: ${title}\n${content}\n${link}`
      const mobiles = recipient.phone ? [recipient.phone] : []
      const { status, body } = await ask({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': name },
        body: JSON.stringify({
          msgtype: 'text',
          text: { content: text, mentioned_mobile_list: mobiles },
          at: { atMobiles: mobiles, isAtAll: false },
          message: { id: name, locale, title, content, link, process, number, subject, to: recipient },
        }),
      })
      if (status < 200 || status >= 300) throw new ChatRefusal(`HTTP ${status}`, status)
      const refused = codeOf(body.toString())
      if (refused !== 0) throw new ChatRefusal(`errcode ${refused}`, 503)
    },
    // too many requests and request timeouts are temporary
    isForGood: (error) =>
      error instanceof ChatRefusal && error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408,
    close: () => undefined,
  }
}

/** The receiver answered that it does not accept the message. */
class ChatRefusal extends Error {
  override readonly name = 'ChatRefusal'

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** The result in the body, since robots always answer 200. */
function codeOf(body: string): number {
  try {
    const answer: unknown = JSON.parse(body)
    const code: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'errcode') : 0
    return typeof code === 'number' ? code : 0
  } catch {
    return 0
  }
}
