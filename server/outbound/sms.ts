import { type Outbound, outbound } from './outbound.ts'

/** A short message to one telephone. */
export interface ShortMessage {
  /** Eleven digits, without a country's prefix. */
  readonly phone: string
  /** The complete text, in the reader's language. */
  readonly text: string
  /** The code alone, for gateways with their own templates. */
  readonly code: string
}

/** Sends a message to the gateway. @throws SmsRefusal, OutboundFailure where it was not accepted */
export type SendSms = (message: ShortMessage) => Promise<void>

/** Short messages by a gateway of the company: `{ phone, text, code }` as JSON; any 2xx means that it was accepted. */
export function smsGateway(url: string, ask: Outbound = outbound({ allow: [url] })): SendSms {
  return async ({ phone, text, code }) => {
    const { status } = await ask({ method: 'POST', url, headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ phone, text, code }) })
    if (status < 200 || status >= 300) throw new SmsRefusal(`HTTP ${status}`)
  }
}

/** The gateway answered that it does not accept the message. */
class SmsRefusal extends Error {
  override readonly name = 'SmsRefusal'
}
