import jsQr from 'jsqr'
import { readingOf } from '../fields.ts'
import type { Picture } from './picture.ts'
import { shapedValueOf } from '../page/shapes.ts'
import type { Voucher, VoucherField, VoucherKind } from '../voucher.ts'

/**
 * Longest sides that a picture is looked at in, pixels: codes of photographs are found in a small one, those of whole pages in a large one.
 */
const sides = [1000, 2200]

/** The voucher of an invoice's code within a picture; undefined where there is none. */
export function codedVoucher(picture: Picture, file: string): Voucher | undefined {
  const longest = Math.max(picture.width, picture.height)
  for (const side of sides.filter((each, index) => index === 0 || sides[index - 1]! < longest)) {
    const { width, height, pixels } = reduced(picture, Math.max(1, Math.ceil(longest / side)))
    const text = jsQr(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data
    const voucher = text === undefined ? undefined : payloadVoucher(text, file)
    if (voucher) return voucher
  }
  return undefined
}

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
 * Of `01,10,032002600111,12345678,100.00,20261120,checkcode,…`. The amount of older invoices is without tax, that of digital ones is the
 * total.
 */
export function payloadVoucher(text: string, file: string): Voucher | undefined {
  const { type, ...parts } = (digital.exec(text) ?? older.exec(text))?.groups ?? {}
  const fields = codedFields(parts)
  return fields.number && fields.issueDate && { kind: fields.code ? 'older' : kindOf(type), files: [file], fields }
}

function codedFields(parts: Readonly<Partial<Record<VoucherField, string | undefined>>>): Voucher['fields'] {
  return Object.fromEntries((Object.entries(parts) as [VoucherField, string | undefined][]).flatMap(([field, value]) => {
    const shaped = shapedValueOf(field, value)
    return shaped === undefined ? [] : [[field, readingOf(shaped, 'QR', 'picture')]]
  }))
}
