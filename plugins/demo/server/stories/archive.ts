import { crc32, deflateRawSync } from 'node:zlib'

/** A zip of these texts by their names. */
export function archive(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const about = entry(name, Buffer.from(text), packed)
    const body = Buffer.concat([u32(0x04034b50), about, Buffer.from(name), packed])
    directory.push(Buffer.concat([u32(0x02014b50), u16(20), about, u16(0), u16(0), u16(0), u32(0), u32(offset), Buffer.from(name)]))
    bodies.push(body)
    offset += body.length
  }
  const count = u16(directory.length)
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([...bodies, ...directory, u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)])
}

/** The part that a file's own head and the directory both have: version, names in UTF-8, deflated, 1 January 2026, checksum and sizes. */
const entry = (name: string, content: Buffer, packed: Buffer): Buffer =>
  Buffer.concat([u16(20), u16(0x0800), u16(8), u16(0), u16(0x5c21), u32(crc32(content)), u32(packed.length), u32(content.length),
    u16(Buffer.byteLength(name)), u16(0)])

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
