import { type Attachment, type ParsedMail as Mail, simpleParser } from 'mailparser'
import type { IncomingFile } from '../reading/read.ts'
import type { RefusedFile } from './mail-answer.ts'
import { filesInTnef, isTnef } from './tnef.ts'

/** Attachments of one mail that are looked at. */
const mostFiles = 20
/** A mail within mails; what lies deeper is named, and not looked at. */
const deepest = 3

/** A mail as far as invoices come with it. */
export interface ParsedMail {
  /** Absent where the mail has none. */
  readonly messageId?: string
  /** Lower case; absent unless there is exactly one. */
  readonly from?: string
  readonly subject: string
  readonly files: readonly IncomingFile[]
  /** Parts that could not be opened. */
  readonly unopened: readonly RefusedFile[]
  /** Attachments beyond the first ones. */
  readonly leftOut: number
}

/**
 * Takes a mail apart, with the mails and the packed attachments inside of it. Pictures that mails show inside of themselves (logos of
 * signatures) are no attachments.
 */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const mail = await parsed(bytes)
  const { files, unopened } = await contentsOf(mail, 1)
  const from = senderOf(mail)
  return {
    ...(mail.messageId && { messageId: mail.messageId.slice(0, 500) }),
    ...(from && { from }),
    subject: (mail.subject ?? '').slice(0, 100),
    files: files.slice(0, mostFiles),
    unopened,
    leftOut: Math.max(0, files.length - mostFiles),
  }
}

const parsed = (bytes: Uint8Array): Promise<Mail> =>
  simpleParser(Buffer.from(bytes), { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, maxHtmlLengthToParse: 0 })

/** The one address that the mail says it is from: two addresses, or two headers, say nothing. */
function senderOf(mail: Mail): string | undefined {
  const headers = mail.headerLines.filter(({ key }) => key === 'from')
  const addresses = mail.from?.value ?? []
  const [address] = headers.length === 1 && addresses.length === 1 ? addresses.flatMap((sender) => sender.address ?? []) : []
  return address?.toLowerCase()
}

interface MailContents {
  readonly files: readonly IncomingFile[]
  readonly unopened: readonly RefusedFile[]
}

async function contentsOf(mail: Mail, depth: number): Promise<MailContents> {
  const parts: MailContents[] = []
  for (const [index, attachment] of mail.attachments.filter((each) => !isShownInside(each)).entries())
    parts.push(await contentsOfPart(attachment, `${index + 1}`, depth))
  return { files: parts.flatMap(({ files }) => files), unopened: parts.flatMap(({ unopened }) => unopened) }
}

const isShownInside = ({ related, contentType }: Attachment): boolean => related === true && contentType.startsWith('image/')

async function contentsOfPart({ filename, contentType, content }: Attachment, place: string, depth: number): Promise<MailContents> {
  const name = filename ?? place
  if (isTnef(content)) {
    const { files, isWhole } = filesInTnef(content)
    return { files, unopened: isWhole ? [] : [{ name, code: 'vouchers.damaged' }] }
  }
  if (contentType !== 'message/rfc822' && !/\.eml$/i.test(name)) return { files: [{ name, bytes: new Uint8Array(content) }], unopened: [] }
  return depth < deepest ? contentsOf(await parsed(content), depth + 1) : { files: [], unopened: [{ name, code: 'vouchers.tooLarge' }] }
}
