import { describe, expect, it } from 'vitest'
import { attachment, date, defineFields, money, percent, select, text } from '#kernel/fields.ts'
import { type ReadField, type ReadVoucher, rowOfVoucher } from './row-of-voucher.ts'

const label = { cn: '列', en: 'Column' }
const columns = defineFields({
  day: date({ ...label, as: 'expenseDate' }),
  what: text({ ...label, as: 'expensePurpose', max: 6 }),
  gross: money({ ...label, as: 'invoiceAmount' }),
  no: text({ ...label, as: 'invoiceNumber' }),
  kind: select({ ...label, as: 'invoiceKind', options: [{ value: '6', ...label }], voucherKinds: { rail: '6' } }),
  rate: percent({ ...label, as: 'invoiceTaxRate' }),
  vat: money({ ...label, as: 'invoiceTax' }),
  title: text({ ...label, as: 'invoiceBuyer' }),
  files: attachment({ ...label, as: 'invoiceFiles' }),
})

const sure = (value: string): ReadField => ({ value, certain: true })
const meal: ReadVoucher = { kind: 'digital', company: 'SZ',
  fields: { number: sure('26320000000000000001'), issueDate: sure('2026-11-20'), sellerName: sure('苏州测试餐饮有限公司'),
    net: sure('100.00'), tax: sure('6.00'), total: sure('106.00') } }
const filled = (voucher: ReadVoucher, entered = {}, isRmb = true) =>
  Object.fromEntries(rowOfVoucher(voucher, { columns, entered, attachment: 'f1', isRmb }).map(({ column, value }) => [column, value]))

describe('a row that a voucher fills in', () => {
  it('has each value in the column of its role, texts as long as they may be', () => {
    expect(filled(meal)).toEqual({ day: '2026-11-20', what: '苏州测试餐饮', gross: '106.00', no: '26320000000000000001', rate: '6',
      title: 'SZ', files: ['f1'] })
  })

  it('keeps what was entered, and adds the file to those that are there', () => {
    expect(filled(meal, { gross: '50.00', what: '午餐', files: ['f0'] })).toMatchObject({ files: ['f0', 'f1'] })
    expect(Object.keys(filled(meal, { gross: '50.00', what: '午餐' }))).not.toEqual(expect.arrayContaining(['gross']))
  })

  it('takes the tax of a voucher of several rates as it stands there', () => {
    const mixed = { ...meal, fields: { ...meal.fields, net: sure('200.00'), tax: sure('19.00'), total: sure('219.00') } }
    expect(filled(mixed)).toMatchObject({ vat: '19.00' })
    expect(filled(mixed)).not.toHaveProperty('rate')
  })

  it('says a journey by its way and its day, and its kind as the form calls it', () => {
    const ticket: ReadVoucher = { kind: 'rail',
      fields: { departure: sure('苏州'), destination: sure('北京南'), travelDate: sure('2026-11-12'), issueDate: sure('2026-11-20') } }
    expect(filled(ticket)).toMatchObject({ what: '苏州 → 北', day: '2026-11-12', kind: '6' })
  })

  it('leaves amounts out of a document in another currency', () => {
    expect(filled(meal, {}, false)).not.toHaveProperty('gross')
  })

  it('marks what the file does not make sure', () => {
    const doubtful = { ...meal, fields: { ...meal.fields, total: { value: '107.00', certain: false } } }
    const cells = rowOfVoucher(doubtful, { columns, entered: {}, attachment: 'f1', isRmb: true })
    expect(cells.filter(({ isCertain }) => !isCertain).map(({ column }) => column)).toEqual(['gross'])
  })
})
