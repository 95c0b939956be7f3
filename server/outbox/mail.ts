import { createTransport } from 'nodemailer'
import type { Mail } from './mail-template.ts'
import type { Transport } from './sender.ts'

/** Timeouts of the mail server, ms; shorter than that of a sending. */
const timeout = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 }

/** Mails by SMTP, one connection each, so that a hanging connection does not delay others. */
export function mail({ url, from, publicUrl }: { readonly url: string; readonly from: string; readonly publicUrl: string }): Transport {
  const transport = createTransport({ url, ...timeout, disableFileAccess: true, disableUrlAccess: true })
  const host = new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')
  return {
    channel: 'EMAIL',
    async send(letter) {
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
    close: () => transport.close(),
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
