import type { IncomingFile } from '../reading/read.ts'

/** Returns whether a file is TNEF (winmail.dat), the container in which Outlook packs attachments. */
export const isTnef = (bytes: Uint8Array): boolean => bytes.length > 6 && Buffer.from(bytes.subarray(0, 4)).equals(signature)

const signature = Buffer.from('789f3e22', 'hex')
/** TNEF attributes: start of an attachment, its name, its data and its properties. */
const [rendering, title, data, properties] = [0x9002, 0x8010, 0x800f, 0x9005]
const mostFiles = 50

interface PackedFile {
  name?: string
  /** Full name from the properties; `title` may be shortened. */
  longName?: string
  bytes?: Buffer
}

/** Files in a TNEF container, and whether it was read to the end without errors. */
export function filesInTnef(source: Uint8Array): { readonly files: readonly IncomingFile[]; readonly isWhole: boolean } {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const files: PackedFile[] = []
  let at = 6
  while (at + 9 <= bytes.length && files.length <= mostFiles) {
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
