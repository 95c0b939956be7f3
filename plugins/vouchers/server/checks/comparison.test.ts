import { expect, it } from 'vitest'
import { defineFields, text } from '#kernel/fields.ts'
import type { Voucher } from '../reading/voucher.ts'
import { compared } from './comparison.ts'

const columns = defineFields({ rate: text({ cn: '税率', en: 'Tax rate', as: 'invoiceTaxRate' }) })
const read = (value: string) => ({ value, source: 'test', certain: true, certainty: 1 })
const buyers = { companyOf: () => undefined, nameOf: () => undefined, taxNosOf: () => [] }

const isRight = (rate: string, net: string, tax: string): boolean | undefined => {
  const voucher: Voucher = { kind: 'digital', files: [], fields: { net: read(net), tax: read(tax) } }
  return compared({ path: 'items.0', columns, row: { rate }, files: [], numbers: [] }, [voucher], buyers)
    .find(({ subject }) => subject === 'taxRate')?.isSame
}

it.each([
  ['6', '24.56', '1.44', 'eight rows of 3.07, each rounded by itself'],
  ['13', '100.00', '13.00', 'one row'],
  ['6', '10000.00', '601.40', 'hundreds of rows'],
  ['9', '-24.56', '-2.24', 'a credit note'],
])('%s % of %s is %s: %s', (rate, net, tax) => {
  expect(isRight(rate, net, tax)).toBe(true)
})

it.each([['6', '24.56', '0.74'], ['13', '24.56', '1.44'], ['1.5', '100.00', '1.00'], ['5', '10000.00', '600.00']])(
  '%s % of %s is not %s',
  (rate, net, tax) => {
    expect(isRight(rate, net, tax)).toBe(false)
  },
)
