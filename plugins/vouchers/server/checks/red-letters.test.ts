import { expect, it } from 'vitest'
import { defineFields, money, text } from '#kernel/fields.ts'
import type { Voucher } from '../reading/voucher.ts'
import { redLetters } from './exceptions.ts'

const label = { cn: '列', en: 'Column' }
const columns = defineFields({ no: text({ ...label, as: 'invoiceNumber' }), gross: money({ ...label, as: 'invoiceAmount' }) })
const said = (value: string) => ({ value, source: 'test', certain: true, certainty: 1 })
const voucher = (number: string, total: string, original?: string): Voucher => ({ kind: 'digital', files: [],
  fields: { number: said(number), total: said(total), ...(original !== undefined && { originalNumber: said(original) }) } })
const [blue, red] = [voucher('1', '106.00'), voucher('2', '-53.00', '1')]
const reds = new Map([['1', ['2']]])

const problemsOf = (numbers: readonly string[], gross: string, vouchers: readonly Voucher[]) =>
  redLetters({ path: 'items.0', columns, row: { gross }, files: [], numbers }, vouchers, reds).map(({ field, code }) => `${field} ${code}`)

it('sets a credit note off against the invoice beside it, up to what is left', () => {
  expect(problemsOf(['1', '2'], '53.00', [blue, red])).toEqual([])
  expect(problemsOf(['1', '2'], '53.01', [blue, red])).toEqual(['items.0.gross vouchers.aboveRest'])
})

it('claims neither of them alone', () => {
  expect(problemsOf(['2'], '106.00', [red])).toEqual(['items.0.no vouchers.redLetter'])
  expect(problemsOf(['1'], '106.00', [blue])).toEqual(['items.0.no vouchers.reversed'])
})

it('says nothing of invoices that nothing takes back', () => {
  expect(problemsOf(['9'], '999.00', [voucher('9', '106.00')])).toEqual([])
})
