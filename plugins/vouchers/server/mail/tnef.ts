import type { IncomingFile } from '../reading/read.ts'

/** Outlook packs the attachments of a mail in its own format (TNEF, mostly called winmail.dat) into one file. */
export const isTnef = (bytes: Uint8Array): boolean => bytes.length > 6 && Buffer.from(bytes.subarray(0, 4)).equals(signature)

const signature = Buffer.from('789f3e22', 'hex')
/** Attributes of a file that begin an attachment, hold its name, its bytes and its properties. */
const [rendering, title, data, properties] = [0x9002, 0x8010, 0x800f, 0x9005]
const mostFiles = 50

interface PackedFile {
  name?: string
  /** Name in the properties, which is not shortened. */
  longName?: string
  bytes?: Buffer
}

/** The files inside, and whether the end was reached without damage. */
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

/** Texts without Unicode are in the character set of the sender, which in China is GBK. */
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

/** PR_ATTACH_LONG_FILENAME. */
const longFileName = 0x3707
const [asText, asUnicode] = [0x1e, 0x1f]
/** Sizes of values, in bytes, by their type; those that are missing here state their length. */
const sizes: Readonly<Record<number, number>> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 }

/** The name of a file in its properties; nothing where there is none before something that is not understood. */
function longNameIn(bytes: Buffer): Pick<PackedFile, 'longName'> {
  try {
    for (const { type, id, value } of propertiesIn(bytes))
      if (id === longFileName && (type === asText || type === asUnicode))
        return { longName: type === asUnicode ? value.toString('utf16le').split('\0')[0] ?? '' : textOf(value) }
  } catch {
    // properties that are cut off or of an unknown type have no name that can be read
  }
  return {}
}

/** @throws RangeError where they are cut off */
function* propertiesIn(bytes: Buffer): Generator<{ readonly type: number; readonly id: number; readonly value: Buffer }> {
  let at = 4
  for (let left = bytes.readUInt32LE(0); left > 0; left--) {
    const [type, id] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    at += 4
    if (id >= 0x8000) at += nameLength(bytes, at)
    // the length of the other types stands before their one value
    const isLong = sizes[type] === undefined
    const length = sizes[type] ?? bytes.readUInt32LE(at + 4)
    if (isLong) at += 8
    yield { type, id, value: bytes.subarray(at, at + length) }
    // each is filled up to four bytes
    at += Math.ceil(length / 4) * 4
  }
}

/** The length of the name of a property that has one: a number, or a text that states its length. */
function nameLength(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at + 16) === 0 ? 24 : 24 + Math.ceil(bytes.readUInt32LE(at + 20) / 4) * 4
}
