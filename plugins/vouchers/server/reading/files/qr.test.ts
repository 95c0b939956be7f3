import { describe, expect, it } from 'vitest'
import { PNG } from 'pngjs'
import { type Picture, payloadVoucher } from './qr.ts'
import { readFile } from '../read.ts'
import { invoiceOf, olderInvoiceOf } from '../testing/invoices.ts'
import { digitalPayload, jpegOf, olderPayload, photoOf, pngOf } from '../testing/pictures.ts'

const read = (bytes: Buffer) => readFile({ name: 'a', bytes })
/** Arranges pictures of equal size in a grid with `columns` columns. */
function besideEachOther(pictures: readonly Picture[], columns: number): Picture {
  const { width, height } = pictures[0]!
  const rows = Math.ceil(pictures.length / columns)
  const pixels = new Uint8ClampedArray(width * columns * height * rows * 4).fill(255)
  for (const [index, picture] of pictures.entries())
    for (let y = 0; y < height; y++) {
      const line = (Math.floor(index / columns) * height + y) * width * columns + index % columns * width
      pixels.set(picture.pixels.subarray(y * width * 4, (y + 1) * width * 4), line * 4)
    }
  return { width: width * columns, height: height * rows, pixels }
}

const older = olderInvoiceOf(5)
const digital = invoiceOf(6)

describe('the code of an invoice', () => {
  it.each([
    ['PNG', () => pngOf(photoOf(olderPayload(older)))],
    ['JPEG', () => jpegOf(photoOf(olderPayload(older)))],
    ['turned photograph', () => jpegOf(photoOf(olderPayload(older), { turn: 12 }))],
    ['large photograph', () => jpegOf(photoOf(olderPayload(older), { width: 3000, height: 2200, module: 10, turn: 4 }))],
    ['page in which it is small', () => pngOf(photoOf(olderPayload(older), { width: 1900, height: 1300, module: 4 }))],
  ])('is read in a %s, and is not certain', async (_name, make) => {
    const { vouchers, problems } = await read(make())
    expect(problems).toEqual([])
    expect(vouchers).toMatchObject([{ kind: 'older',
      fields: { code: { value: older.code }, number: { value: older.number, certain: false, certainty: 0.75 }, net: { value: older.net },
        issueDate: { value: older.issueDate }, checkCode: { value: older.checkCode } } }])
    expect(vouchers[0]?.fields).not.toHaveProperty('total')
  })

  it.each([['side by side', 3], ['above one another', 1], ['in a square', 2]])('stands beside others: %s', async (_name, columns) => {
    const payloads = [olderPayload(older), digitalPayload(digital), 'https://example.com']
    const { vouchers } = await read(
      pngOf(besideEachOther(payloads.map((payload) => photoOf(payload, { width: 420, height: 420 })), columns)),
    )
    expect(vouchers.map(({ fields }) => fields.number?.value).toSorted()).toEqual([older.number, digital.number].toSorted())
  })

  it('has the total where the invoice is digital', () => {
    expect(payloadVoucher(digitalPayload(digital), 'a')).toMatchObject({ kind: 'digital',
      fields: { number: { value: digital.number }, total: { value: digital.total } } })
  })

  it('tells a rail ticket from an air itinerary', () => {
    expect([51, 61].map((type) => payloadVoucher(digitalPayload(digital).replace('32', String(type)), 'a')?.kind)).toEqual(['rail', 'air'])
  })

  it.each([
    ['blanks', '01,32, ,26322000000001000006, 259.74,20260703, ,C3D4'],
    ['hyphens', '01,32,-,2632-2000-0000-0100-0006,259.74,2026-07-03,,C3D4'],
    ['full width', '０１，32，，26322000000001000006，259.74，20260703，，C3D4'.replaceAll('，', ',')],
  ])('is read with %s', (_name, text) => {
    const { fields } = payloadVoucher(text, 'a') ?? { fields: {} }
    expect(fields).toMatchObject({ number: { value: '26322000000001000006' }, total: { value: '259.74' },
      issueDate: { value: '2026-07-03' } })
  })

  it.each(['https://example.com', '01,10,1,2,3,4', '02,10,032002600111,12345678,1.00,20261120,1', '01,10,,12345678,1.00,20261120,1',
    '01,32,,2632000000000100000,1.00,20261120,', ''])(
      'is none of an invoice: %s',
      (text) => expect(payloadVoucher(text, 'a')).toBeUndefined(),
    )
})

function hugePng(): Buffer {
  const png = PNG.sync.write(new PNG({ width: 8, height: 8 }))
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  return png
}

describe('a picture', () => {
  it.each([
    ['shows something else', () => pngOf({ ...photoOf('x'), pixels: photoOf('x').pixels.fill(120) }), 'noCode'],
    ['shows the code of something else', () => jpegOf(photoOf('https://example.com/a')), 'noCode'],
    ['says that it is huge', hugePng, 'tooLarge'],
    ['is cut off', () => pngOf(photoOf('x')).subarray(0, 200), 'damaged'],
    ['is its head alone', () => Buffer.from('ffd8ffe0', 'hex'), 'damaged'],
    ['is no picture behind its head', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]), 'damaged'],
  ])('has one code and no voucher where it %s', async (_name, make, code) => {
    const { vouchers, problems } = await read(make())
    expect([vouchers, problems.map((problem) => problem.code)]).toEqual([[], [`vouchers.${code}`]])
  })
})
