import { simpleParser } from 'mailparser'
import type { IncomingFile } from '../reading/read.ts'

/** Attachments of one mail that are looked at. */
const mostFiles = 20

/** A mail as far as invoices come with it. */
export interface ParsedMail {
  /** Absent where the mail has none. */
  readonly messageId?: string
  /** Lower case; absent unless there is exactly one. */
  readonly from?: string
  readonly subject: string
  readonly files: readonly IncomingFile[]
  /** Attachments beyond the first ones. */
  readonly leftOut: number
}

/** Takes a mail apart. What mails show inside of themselves (logos of signatures) is no attachment. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const mail = await simpleParser(Buffer.from(bytes), { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true,
    maxHtmlLengthToParse: 0 })
  const senders = mail.from?.value ?? []
  const [address] = senders.length === 1 ? senders.flatMap((sender) => sender.address ?? []) : []
  const attached = mail.attachments.filter(({ related }) => !related)
  return {
    ...(mail.messageId && { messageId: mail.messageId.slice(0, 500) }),
    ...(address && { from: address.toLowerCase() }),
    subject: (mail.subject ?? '').slice(0, 100),
    files: attached.slice(0, mostFiles).map(({ filename, content }, index) => ({ name: filename ?? `${index + 1}`,
      bytes: new Uint8Array(content) })
    ),
    leftOut: Math.max(0, attached.length - mostFiles),
  }
}
