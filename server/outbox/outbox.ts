import type { Logger } from 'pino'
import type { Transporter } from 'nodemailer'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Env } from '#server/env.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { type Outbound, outbound } from '#server/outbound/outbound.ts'
import { announceSome } from './announce.ts'
import { sender, type Transport } from './sender.ts'
import type { Mail } from './mail-template.ts'

/** Timeouts of the mail server, ms; shorter than that of a sending. */
const timeout = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 }

/** Mails by SMTP, one connection each, so that a hanging connection does not delay others. */
export function mail({ url, from, publicUrl }: { readonly url: string; readonly from: string; readonly publicUrl: string }): Transport {
  let opened: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> =>
    (await import('nodemailer')).createTransport({ url, ...timeout, disableFileAccess: true, disableUrlAccess: true })
  const host = new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')
  return {
    channel: 'EMAIL',
    async send(letter) {
      const transport = await (opened ??= open())
      await transport.sendMail({
        from,
        to: { name: letter.recipient.name, address: letter.recipient.email ?? '' },
        subject: [letter.title, letter.subject ?? letter.process].filter(Boolean).join(letter.locale === 'en' ? ': ' : '：'),
        text: plainText(letter),
        html: html(letter),
        attachments: letter.files.map(({ name, type, content }, at) => ({ filename: name, contentType: type, content,
          ...(isPicture(type) && { cid: cidOf(letter, at) }) })
        ),
        // mail clients show a repeated mail once, and mails about one document together
        messageId: `<${letter.name}@${host}>`,
        ...(letter.document !== null && { references: `<document-${letter.document}@${host}>` }),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All',
          'Content-Language': letter.locale === 'en' ? 'en' : 'zh-CN' },
      })
    },
    isForGood: (error) =>
      statusOf(error) >= 500 || (error instanceof Error && 'code' in error && error.code === 'EENVELOPE' && statusOf(error) === 0),
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** The status code of the mail server; 0 without an answer. */
function statusOf(error: unknown): number {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'responseCode') : undefined
  return typeof status === 'number' ? status : 0
}

const factsOf = ({ process, number, subject }: Mail): string => [process, number, subject].filter(Boolean).join(' · ')

const plainText = (letter: Mail): string =>
  [letter.content, factsOf(letter), `${letter.linkText}: ${letter.link}`, `-- \n${letter.why}`].filter(Boolean).join('\n\n')

const isPicture = (type: string): boolean => type === 'image/png'

/** The content id by which the mail's HTML refers to an attached picture. */
const cidOf = ({ name }: Mail, at: number): string => `picture-${at}-${name}@oa`

/** Attached pictures, shown in the mail itself. */
const picturesOf = (letter: Mail): string =>
  letter.files.map(({ name, type }, at) =>
    isPicture(type)
      ? `<img src="cid:${escaped(cidOf(letter, at))}" alt="${
        escaped(name)
      }" style="display:block;width:100%;margin:0 0 20px;border:1px solid #e8e6e1">`
      : ''
  ).join('')

const html = (letter: Mail): string => {
  const facts = factsOf(letter)
  return `<!doctype html><html lang="${letter.locale === 'en' ? 'en' : 'zh-CN'}">
<body style="margin:0;padding:24px;background:#f6f5f2;font:15px/1.6 -apple-system,'PingFang SC','Microsoft YaHei',sans-serif;color:#1c1b19">
<div style="max-width:${
    letter.files.some(({ type }) => isPicture(type)) ? 840 : 520
  }px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e8e6e1;border-radius:10px">
<p style="margin:0 0 8px;font-size:17px;font-weight:600">${escaped(letter.title)}</p>
<p style="margin:0 0 12px">${escaped(letter.content)}</p>
${facts === '' ? '' : `<p style="margin:0 0 20px;color:#57544e;font-size:13px">${escaped(facts)}</p>`}
${picturesOf(letter)}
<p style="margin:0"><a href="${
    escaped(letter.link)
  }" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#2b4fcf;color:#fff;text-decoration:none">${
    escaped(letter.linkText)
  }</a></p>
</div><p style="max-width:520px;margin:12px auto 0;color:#6b675f;font-size:12px">${escaped(letter.why)}</p></body></html>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

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
