import { describe, expect, it } from 'vitest'
import { invoiceOf, olderInvoiceOf } from '../testing/invoices.ts'
import { digitalPage, olderPage, railPage, type SampleText } from '../testing/pages.ts'
import type { Voucher } from '../voucher.ts'
import { printedVouchers } from './printed-voucher.ts'

/** Moves (in mm) and scales the texts of a page. */
const placed = (page: readonly SampleText[], { x = 0, y = 0, scale = 1 }): SampleText[] =>
  page.map((text) => ({ ...text, x: text.x * scale + x, y: text.y * scale + y, width: text.width * scale }))
const values = ({ fields }: Voucher) => Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value]))
const byNumber = (one: Record<string, string>, other: Record<string, string>) => (one['number'] ?? '').localeCompare(other['number'] ?? '')

const digital = (index: number) => digitalPage(invoiceOf(index))
const older = (index: number) => olderPage(olderInvoiceOf(index))

describe('invoices on one page', () => {
  it.each([
    ['above one another', [[digital(1), {}], [digital(2), { y: 140 }]]],
    ['side by side', [[digital(1), {}], [digital(2), { x: 210 }]]],
    ['of two kinds', [[older(1), {}], [digital(2), { y: 148 }]]],
    ['of two kinds, the other way round', [[digital(1), {}], [older(2), { y: 140 }]]],
    ['three in a small size', [0, 1, 2].map((index) => [digital(index), { y: 91 * index, scale: 0.65 }])],
    ['four in a square', [0, 1, 2, 3].map((index) => [digital(index), { x: 105 * (index % 2), y: 75 * (index >> 1), scale: 0.5 }])],
    ['tickets', [[railPage(invoiceOf(1)), {}], [railPage(invoiceOf(2)), { y: 99 }]]],
  ] as readonly (readonly [string, readonly (readonly [SampleText[], { x?: number; y?: number; scale?: number }])[]])[])(
    'are told apart: %s',
    (_name, pages) => {
      const alone = pages.flatMap(([page]) => printedVouchers(page, 'a')).map(values)
      const read = printedVouchers(pages.flatMap(([page, place]) => placed(page, place)), 'a').map(values)
      expect(alone).toHaveLength(pages.length)
      expect(read.toSorted(byNumber)).toEqual(alone.toSorted(byNumber))
    },
  )

  it('are one where the same number is printed again, or the number of a corrected invoice stands in the remark', () => {
    const page = digitalPage(invoiceOf(1), { remark: `被红冲蓝字数电发票号码：${invoiceOf(2).number}` })
    expect(printedVouchers([...page, ...placed(page, { y: 140 })], 'a')).toHaveLength(1)
  })
})

it('a name of which the font lacks a character is not certain', () => {
  const [voucher] = printedVouchers(digitalPage({ ...invoiceOf(1), sellerName: '\ud842野家餐饮有限公司' }), 'a')
  expect(voucher?.fields.sellerName).toMatchObject({ value: '\ufffd野家餐饮有限公司', certain: false, certainty: 0.5 })
})
