import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { Unread } from '../voucher.ts'

/** Four bytes for each pixel: red, green, blue, opacity. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}

/** Larger pictures are refused before they are decoded. Telephones take 12 to 50 megapixels and send less. */
export const mostPixels = 25_000_000

const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Returns whether a file is a PNG or a JPEG, by its first bytes. */
export const isPicture = (bytes: Uint8Array) => isPng(bytes) || isJpeg(bytes)

/** Decodes a PNG or a JPEG. @throws Unread where it is damaged, or has too many pixels */
export function pictureIn(bytes: Uint8Array): Picture {
  const { width, height, data } = isPng(bytes) ? decodedPng(Buffer.from(bytes)) : decodedJpeg(bytes)
  return { width, height, pixels: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}

function decodedPng(bytes: Buffer) {
  if (bytes.length < 33) throw new Unread('vouchers.damaged')
  const pixels = bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  if (pixels > mostPixels) throw new Unread('vouchers.tooLarge')
  const isInterlaced = bytes[28] === 1
  try {
    // the library bounds what it inflates by the pixels, but not where the picture is interlaced
    if (isInterlaced) inflateSync(pixelData(bytes), { maxOutputLength: pixels * 8 + 1_000_000 })
    return PNG.sync.read(bytes)
  } catch (error) {
    throw new Unread((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'vouchers.tooLarge' : 'vouchers.damaged')
  }
}

/** The parts of a PNG that hold its pixels. */
function pixelData(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let start = 8; start + 12 <= bytes.length; start += bytes.readUInt32BE(start) + 12)
    if (bytes.toString('latin1', start + 4, start + 8) === 'IDAT')
      parts.push(bytes.subarray(start + 8, start + 8 + bytes.readUInt32BE(start)))
  return Buffer.concat(parts)
}

function decodedJpeg(bytes: Uint8Array) {
  try {
    return jpeg.decode(bytes, { useTArray: true, formatAsRGBA: true, maxResolutionInMP: mostPixels / 1_000_000, maxMemoryUsageInMB: 400 })
  } catch (error) {
    throw new Unread(/limit exceeded/.test(String(error)) ? 'vouchers.tooLarge' : 'vouchers.damaged')
  }
}
