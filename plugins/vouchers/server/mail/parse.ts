import type { Readable } from 'node:stream'
import { type Attachment, type ParsedMail as Mail, simpleParser } from 'mailparser'
import type { Parameters } from '#kernel/errors.ts'
import type { IncomingFile } from '../reading/read.ts'
import { filesInTnef, isTnef } from './tnef.ts'
import cn from '../../locales/cn.ts'
import en from '../../locales/en.ts'

/** Maximum number of attachments processed per mail. */
const mostFiles = 20
/** Maximum nesting depth of attached mails; deeper ones are listed but not opened. */
const deepest = 3

/** The parts of a mail that are relevant for invoices. */
export interface ParsedMail {
  /** Message-ID; absent if the mail has none. */
  readonly messageId?: string
  /** Sender in lower case; absent unless there is exactly one. */
  readonly from?: string
  readonly subject: string
  readonly files: readonly IncomingFile[]
  /** Attachments that could not be opened. */
  readonly unopened: readonly RefusedFile[]
  /** Number of attachments above the limit. */
  readonly leftOut: number
}

/** Parses a mail including attached mails and TNEF attachments. Inline images, e.g. logos of signatures, are not attachments. */
export async function parseMail(source: Uint8Array | Readable): Promise<ParsedMail> {
  const mail = await parsed(source)
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

const parsed = (source: Uint8Array | Readable): Promise<Mail> =>
  simpleParser(source instanceof Uint8Array ? Buffer.from(source) : source, { skipHtmlToText: true, skipTextToHtml: true,
    skipImageLinks: true, maxHtmlLengthToParse: 0 })

/** The sender's address; undefined with several From headers or addresses. */
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

/** A rejected file with the text code of the reason. */
export interface RefusedFile {
  readonly name: string
  readonly code: string
}

/** Maximum number of reasons listed in the reply; further ones are counted. */
const mostNamed = 5

/** Parameters of the reply to a mail, in both languages. */
export function answerParameters(subject: string, taken: number, refused: readonly RefusedFile[]): Parameters {
  return {
    // a slash separates the languages
    subject: subject.replaceAll('/', '／'),
    taken: taken === 0
      ? '没有收入发票/no invoice was added to your invoices'
      : `${taken} 张已收入我的发票/${taken} ${taken === 1 ? 'was' : 'were'} added to your invoices`,
    refused: refused.length === 0 ? '' : `；未收入：${reasons(refused, cn)}/; not added: ${reasons(refused, en)}`,
  }
}

function reasons(refused: readonly RefusedFile[], texts: Readonly<Record<string, string>>): string {
  const reasonOf = ({ name, code }: RefusedFile) => {
    const reason = texts[code] ?? texts['vouchers.failed'] ?? ''
    return (name === '' ? reason : `${name.slice(-60)} (${reason})`).replaceAll('/', '／')
  }
  const named = refused.slice(0, mostNamed).map(reasonOf).join('; ')
  return refused.length > mostNamed ? `${named} …` : named
}
