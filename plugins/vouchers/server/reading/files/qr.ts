import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readingOf } from '../fields.ts'
import type { Picture } from './picture.ts'
import { plainCharacters } from '../page/characters.ts'
import { shapedValueOf } from '../page/shapes.ts'
import type { Voucher, VoucherField, VoucherKind } from '../voucher.ts'

/** Longest side that a picture is looked at in, pixels. */
const longestSide = 2500
/** Codes that are looked for in one picture, others than those of invoices among them. */
const mostCodes = 16

/** The vouchers of the invoice codes within a picture, each once. */
export async function codedVouchers(picture: Picture, file: string): Promise<readonly Voucher[]> {
  const longest = Math.max(picture.width, picture.height)
  const { width, height, pixels: data } = reduced(picture, Math.max(1, Math.ceil(longest / longestSide)))
  const { readBarcodes } = await library()
  const codes = await readBarcodes({ width, height, data: Uint8ClampedArray.from(data), colorSpace: 'srgb' }, { formats: ['QRCode'],
    maxNumberOfSymbols: mostCodes, tryHarder: true })
  return [...new Set(codes.map(({ text }) => text))].flatMap((text) => payloadVoucher(text, file) ?? [])
}

let loaded: Promise<typeof import('zxing-wasm/reader')> | undefined

/** Loaded with the first picture, from its file: of itself it would ask the network for its binary. */
const library = () =>
  loaded ??= import('zxing-wasm/reader').then((reader) => {
    const binary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
    reader.prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(binary).buffer } })
    return reader
  })

/** Averages of squares of so many pixels, in grey: of the colours, green is nearest to how light a pixel is. */
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

/** Of a digital voucher, by the type that its code says. */
const kindOf = (type: string | undefined): VoucherKind => (type === '51' ? 'rail' : type === '61' ? 'air' : 'digital')

const digital = /^01,(?<type>\d{2}),,(?<number>\d{20}),(?<total>-?[\d.]+),(?<issueDate>\d{8})/
const older = /^01,\d{2},(?<code>\d{10,12}),(?<number>\d{8}),(?<net>-?[\d.]+),(?<issueDate>\d{8})(?:,(?<checkCode>\d*))?/

/**
 * Of `01,10,032002600111,12345678,100.00,20261120,checkcode,…`, in some with blanks and hyphens. The amount of older invoices is without
 * tax, that of digital ones is the total.
 */
export function payloadVoucher(text: string, file: string): Voucher | undefined {
  const parted = plainCharacters(text).replaceAll(/\s/g, '').split(',')
  // only the amount has a sign
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
