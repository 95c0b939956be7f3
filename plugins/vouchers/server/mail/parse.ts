import type { Readable } from 'node:stream'
import type { Attachment, ParsedMail as Mail } from 'mailparser'
import type { Parameters } from '#kernel/errors.ts'
import type { IncomingFile } from '../reading/read.ts'
import { cn, en } from '../../texts.ts'

/** Returns whether a file is TNEF (winmail.dat), the container in which Outlook packs attachments. */
const isTnef = (bytes: Uint8Array): boolean => bytes.length > 6 && Buffer.from(bytes.subarray(0, 4)).equals(signature)

const signature = Buffer.from('789f3e22', 'hex')
/** TNEF attributes: start of an attachment, its name, its data and its properties. */
const [rendering, title, data, properties] = [0x9002, 0x8010, 0x800f, 0x9005]
const mostTnefFiles = 50

interface PackedFile {
  name?: string
  /** Full name from the properties; `title` may be shortened. */
  longName?: string
  bytes?: Buffer
}

/** Files in a TNEF container, and whether it was read to the end without errors. */
function filesInTnef(source: Uint8Array): { readonly files: readonly IncomingFile[]; readonly isWhole: boolean } {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const files: PackedFile[] = []
  let at = 6
  while (at + 9 <= bytes.length && files.length <= mostTnefFiles) {
    const [level, id, length] = [bytes[at], bytes.readUInt16LE(at + 1), bytes.readUInt32LE(at + 5)]
    const end = at + 9 + length
    if (end + 2 > bytes.length) break
    if (level === 2) take(files, id, bytes.subarray(at + 9, end))
    at = end + 2
  }
  return {
    files: files.flatMap(({ longName, name, bytes: content }, index) => (content
      ? [{ name: longName ?? name ?? `${index + 1}`, bytes: content }]
      : [])
    ),
    isWhole: at >= bytes.length && files.every(({ bytes: content }) => content !== undefined),
  }
}

function take(files: PackedFile[], id: number, content: Buffer): void {
  const last = files.at(-1)
  const isOfLast = last !== undefined && id !== rendering && (id !== data || last.bytes === undefined)
  const file: PackedFile = isOfLast ? last : {}
  if (!isOfLast) files.push(file)
  Object.assign(file, partOf(id, content))
}

function partOf(id: number, content: Buffer): PackedFile {
  if (id === title) return { name: textOf(content) }
  if (id === data) return { bytes: content }
  return id === properties ? longNameIn(content) : {}
}

/** Decodes a non-Unicode text: the sender's code page, in China GBK. */
function textOf(bytes: Buffer): string {
  const [text = ''] = decoded(bytes).split('\0')
  return text
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Property id PR_ATTACH_LONG_FILENAME. */
const longFileName = 0x3707
const [asText, asUnicode] = [0x1e, 0x1f]
/** Sizes of values in bytes by property type; types not listed have an explicit length. */
const sizes: Readonly<Record<number, number>> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 }

/** Long name of a file from its properties; empty if there is none before the first property of an unknown type. */
function longNameIn(bytes: Buffer): Pick<PackedFile, 'longName'> {
  try {
    for (const { type, id, value } of propertiesIn(bytes))
      if (id === longFileName && (type === asText || type === asUnicode))
        return { longName: type === asUnicode ? value.toString('utf16le').split('\0')[0] ?? '' : textOf(value) }
  } catch {
    // truncated properties, or a type of unknown size: no name
  }
  return {}
}

/** Iterates over MAPI properties. @throws RangeError if they are truncated */
function* propertiesIn(bytes: Buffer): Generator<{ readonly type: number; readonly id: number; readonly value: Buffer }> {
  let at = 4
  for (let left = bytes.readUInt32LE(0); left > 0; left--) {
    const [type, id] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    at += 4
    if (id >= 0x8000) at += nameLength(bytes, at)
    // the other types have a count and a length before their single value
    const isLong = sizes[type] === undefined
    const length = sizes[type] ?? bytes.readUInt32LE(at + 4)
    if (isLong) at += 8
    yield { type, id, value: bytes.subarray(at, at + length) }
    // values are padded to four bytes
    at += Math.ceil(length / 4) * 4
  }
}

/** Length of the name of a named property: a number, or a text with an explicit length. */
function nameLength(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at + 16) === 0 ? 24 : 24 + Math.ceil(bytes.readUInt32LE(at + 20) / 4) * 4
}

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

async function parsed(source: Uint8Array | Readable): Promise<Mail> {
  const { simpleParser } = await import('mailparser')
  return simpleParser(source instanceof Uint8Array ? Buffer.from(source) : source, { skipHtmlToText: true, skipTextToHtml: true,
    skipImageLinks: true, maxHtmlLengthToParse: 0 })
}

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
