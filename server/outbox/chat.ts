import { type Outbound, outbound } from '#server/outbound/outbound.ts'
import type { Transport } from './sender.ts'

/**
 * Messages to an enterprise chat by webhook. The body is what the group robots of WeCom and DingTalk take, and carries
 * the parts (`message`) for a receiver that addresses people by itself. Its name comes in `Idempotency-Key`, the same at every attempt.
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
    // too many requests and a request that came too slowly pass by themselves
    isForGood: (error) =>
      error instanceof ChatRefusal && error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408,
    close: () => undefined,
  }
}

/** The other side answered, and took it not. */
class ChatRefusal extends Error {
  override readonly name = 'ChatRefusal'

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** Robots answer 200 and say in the body whether they took it. */
function codeOf(body: string): number {
  try {
    const answer: unknown = JSON.parse(body)
    const code: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'errcode') : 0
    return typeof code === 'number' ? code : 0
  } catch {
    return 0
  }
}
