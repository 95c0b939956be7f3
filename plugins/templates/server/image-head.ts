/** The facts of a picture's first bytes: whether it is one that prints can hold, and its size in pixels. */
export interface ImageHead {
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Reads a PNG's or a JPEG's head; undefined for anything else. */
export function imageHead(bytes: Buffer): ImageHead | undefined {
  if (bytes.length > 33 && bytes.subarray(0, 8).equals(png) && bytes.toString('latin1', 12, 16) === 'IHDR')
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xff_d8 ? jpegHead(bytes) : undefined
}

/** Markers that begin a frame, which has the size; those between hold tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegHead(bytes: Buffer): ImageHead | undefined {
  for (let position = 2; position + 9 < bytes.length && bytes[position] === 0xff;) {
    if (isFrame(bytes[position + 1] ?? 0))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(position + 5), width: bytes.readUInt16BE(position + 7) }
    position += 2 + bytes.readUInt16BE(position + 2)
  }
  return undefined
}
