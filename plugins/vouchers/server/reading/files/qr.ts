import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { plainCharacters, readingOf, shapedValueOf } from '../fields.ts'
import { Unread, type Voucher, type VoucherField, type VoucherKind } from '../voucher.ts'

/** Longest side, in pixels, to which pictures are scaled down. */
const longestSide = 2500
/** Maximum number of codes decoded per picture, including codes other than those of invoices. */
const mostCodes = 16

/** Vouchers from the invoice codes in a picture, without duplicates. */
export async function codedVouchers(picture: Picture, file: string): Promise<readonly Voucher[]> {
  const longest = Math.max(picture.width, picture.height)
  const { width, height, pixels: data } = reduced(picture, Math.max(1, Math.ceil(longest / longestSide)))
  const { readBarcodes } = await library()
  const codes = await readBarcodes({ width, height, data: Uint8ClampedArray.from(data), colorSpace: 'srgb' }, { formats: ['QRCode'],
    maxNumberOfSymbols: mostCodes, tryHarder: true })
  return [...new Set(codes.map(({ text }) => text))].flatMap((text) => payloadVoucher(text, file) ?? [])
}

let loaded: Promise<typeof import('zxing-wasm/reader')> | undefined

/** Loads the library lazily with its binary from disk; by default it would fetch the binary over the network. */
const library = () =>
  loaded ??= import('zxing-wasm/reader').then((reader) => {
    const binary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
    reader.prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(binary).buffer } })
    return reader
  })

/** Scales a picture down by averaging squares of `factor` pixels, in grey; the green channel approximates luminance. */
function reduced({ width, height, pixels }: Picture, factor: number): Picture {
  const [across, down] = [Math.floor(width / factor), Math.floor(height / factor)]
  const sums = new Uint32Array(across * down)
  for (let y = 0; y < down * factor; y++) {
    const line = Math.floor(y / factor) * across
    for (let x = 0; x < across; x++)
      for (let step = 0; step < factor; step++) sums[line + x]! += pixels[(y * width + x * factor + step) * 4 + 1]!
  }
  const grey = new Uint8ClampedArray(across * down * 4).fill(255)
  for (const [index, sum] of sums.entries()) grey.fill(sum / (factor * factor), index * 4, index * 4 + 3)
  return { width: across, height: down, pixels: grey }
}

/** Kind of a digital voucher by the type in its code. */
const kindOf = (type: string | undefined): VoucherKind => (type === '51' ? 'rail' : type === '61' ? 'air' : 'digital')

const digital = /^01,(?<type>\d{2}),,(?<number>\d{20}),(?<total>-?[\d.]+),(?<issueDate>\d{8})/
const older = /^01,\d{2},(?<code>\d{10,12}),(?<number>\d{8}),(?<net>-?[\d.]+),(?<issueDate>\d{8})(?:,(?<checkCode>\d*))?/

/**
 * Parses the payload of an invoice code, e.g. `01,10,032002600111,12345678,100.00,20261120,checkcode,…`, sometimes with blanks and hyphens.
 * The amount is the net amount of older invoices and the gross total of digital ones.
 */
export function payloadVoucher(text: string, file: string): Voucher | undefined {
  const parted = plainCharacters(text).replaceAll(/\s/g, '').split(',')
  // only the amount may have a minus sign
  const plain = parted.map((part, index) => (index === 4 ? part : part.replaceAll('-', ''))).join(',')
  const { type, ...parts } = (digital.exec(plain) ?? older.exec(plain))?.groups ?? {}
  const fields = codedFields(parts)
  return fields.number && fields.issueDate && { kind: fields.code ? 'older' : kindOf(type), files: [file], fields }
}

function codedFields(parts: Readonly<Partial<Record<VoucherField, string | undefined>>>): Voucher['fields'] {
  return Object.fromEntries((Object.entries(parts) as [VoucherField, string | undefined][]).flatMap(([field, value]) => {
    const shaped = shapedValueOf(field, value)
    return shaped === undefined ? [] : [[field, readingOf(shaped, 'QR', 'picture')]]
  }))
}

/** Pixels as four bytes each: red, green, blue, alpha. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}

/** Maximum number of pixels, checked before decoding. Phones take pictures of 12 to 50 megapixels and send smaller ones. */
export const mostPixels = 25_000_000

const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('89504e470d0a1a0a', 'hex'))

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Returns whether a file is a PNG or a JPEG by its magic number. */
export const isPicture = (bytes: Uint8Array) => isPng(bytes) || isJpeg(bytes)

/** Decodes a PNG or JPEG. @throws Unread if it is damaged or has too many pixels */
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
    // pngjs bounds the inflated size by the pixel count, except for interlaced pictures
    if (isInterlaced) inflateSync(pixelData(bytes), { maxOutputLength: pixels * 8 + 1_000_000 })
    return PNG.sync.read(bytes)
  } catch (error) {
    throw new Unread((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'vouchers.tooLarge' : 'vouchers.damaged')
  }
}

/** The IDAT chunks of a PNG. */
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
