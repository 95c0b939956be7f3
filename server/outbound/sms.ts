import { type Outbound, outbound } from './outbound.ts'

/** A short message to one telephone. */
export interface ShortMessage {
  /** Eleven digits, without a country's prefix. */
  readonly phone: string
  /** The whole sentence, in the reader's language. */
  readonly text: string
  /** The code alone, for gateways that send by templates of their own. */
  readonly code: string
}

/** Hands a message to the gateway. @throws SmsRefusal, OutboundFailure when it was not taken */
export type SendSms = (message: ShortMessage) => Promise<void>

/** Short messages by a gateway of the company: `{ phone, text, code }` as JSON; any 2xx means that it was taken. */
export function smsGateway(url: string, ask: Outbound = outbound({ allow: [url] })): SendSms {
  return async ({ phone, text, code }) => {
    const { status } = await ask({ method: 'POST', url, headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ phone, text, code }) })
    if (status < 200 || status >= 300) throw new SmsRefusal(`HTTP ${status}`)
  }
}

/** The gateway answered, and took it not. */
class SmsRefusal extends Error {
  override readonly name = 'SmsRefusal'
}
