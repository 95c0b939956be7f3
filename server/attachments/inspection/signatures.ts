/** Bytes of a file that `looksLike` needs to see. */
export const headLength = 1024

/** Returns whether a file is what its extension says, as far as its first bytes tell; kinds that have no signature of their own pass. */
export function looksLike(extension: string, head: Uint8Array): boolean {
  const known = Object.hasOwn(signatures, extension) ? signatures[extension] : undefined
  if (!known) return true
  const bytes = Buffer.from(head)
  // Some writers put a line before the signature of a PDF.
  if (extension === 'pdf') return bytes.subarray(0, headLength).includes(known[0]!)
  if (known === office && bytes.subarray(0, container.length).equals(container)) return isContainer(bytes)
  return known.some((signature) => bytes.subarray(0, signature.length).equals(signature)) &&
    (extension !== 'webp' || bytes.subarray(8, 12).equals(ascii('WEBP')))
}

const ascii = (text: string) => Buffer.from(text, 'latin1')
const hex = (bytes: string) => Buffer.from(bytes, 'hex')

const jpeg = [hex('ffd8ff')]
/** With files in it, and without. */
const zip = [hex('504b0304'), hex('504b0506')]
/** With a password, Office wraps its archive in its older container. */
const container = hex('d0cf11e0')
const office = [...zip, container]

/** Returns whether the head of a container is whole and names sectors that exist: of 512 bytes or 4 kB. */
const isContainer = (head: Buffer): boolean => head.length >= 512 && [9, 12].includes(head.readUInt16LE(30))

/** Bytes that files of a kind begin with, by extension; any of them will do. */
const signatures: Readonly<Record<string, readonly Buffer[]>> = {
  png: [hex('89504e470d0a1a0a')],
  jpg: jpeg,
  jpeg,
  gif: [ascii('GIF87a'), ascii('GIF89a')],
  bmp: [ascii('BM')],
  webp: [ascii('RIFF')],
  ico: [hex('00000100')],
  pdf: [ascii('%PDF-')],
  zip,
  ofd: zip,
  docx: office,
  xlsx: office,
  pptx: office,
}
