/** Bytes of a file that `looksLike` needs to see. */
export const headLength = 1024

/** Returns whether a file is what its extension says, as far as its first bytes tell; kinds that have no mark of their own pass. */
export function looksLike(extension: string, head: Uint8Array): boolean {
  const marks = Object.hasOwn(signatures, extension) ? signatures[extension] : undefined
  if (!marks) return true
  const bytes = Buffer.from(head)
  // Some writers put a line before the mark of a PDF.
  if (extension === 'pdf') return bytes.subarray(0, headLength).includes(marks[0]!)
  return marks.some((mark) => bytes.subarray(0, mark.length).equals(mark)) &&
    (extension !== 'webp' || bytes.subarray(8, 12).equals(ascii('WEBP')))
}

const ascii = (text: string) => Buffer.from(text, 'latin1')
const hex = (bytes: string) => Buffer.from(bytes, 'hex')

const jpeg = [hex('ffd8ff')]
/** With files in it, and without. */
const zip = [hex('504b0304'), hex('504b0506')]
/** With a password, Office wraps its archive in its older container. */
const office = [...zip, hex('d0cf11e0')]

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
