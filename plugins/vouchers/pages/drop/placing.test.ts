import { describe, expect, it } from 'vitest'
import { attachment, date, defineFields, money, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { FormStore } from '#shell/form/store/form-store.ts'
import { placeVoucher, rowWith, takeBack } from './placing.ts'
import type { ReadVoucher } from './row-of-voucher.ts'

const label = { cn: '列', en: 'Column' }
const form = defineForm({
  key: 'sample',
  ...label,
  path: '/sample',
  prefix: 'S',
  group: 'g',
  icon: 'file',
  fields: defineFields({
    costs: table({ ...label, columns: {
      day: date({ ...label, as: 'expenseDate' }),
      gross: money({ ...label, as: 'invoiceAmount' }),
      no: text({ ...label, as: 'invoiceNumber' }),
      files: attachment({ ...label, as: 'invoiceFiles' }),
    } }),
  }),
  rules: [],
  flow: defineFlow([approve('check', initiator, label)]),
})

const open = (rows: readonly object[]) =>
  new FormStore({ form, at: 'start', entered: { costs: rows },
    facts: () => ({ today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () => undefined }), currentUser: () => ({}) })
const voucher = (number: string, total = '106.00', certain = true): ReadVoucher => ({ kind: 'digital',
  fields: { number: { value: number, certain: true }, total: { value: total, certain },
    issueDate: { value: '2026-11-18', certain: true } } })
const rowsOf = (store: FormStore) => rowsAt(store.entered, 'costs')
const place = (store: FormStore, one: ReadVoucher, row?: string) => placeVoucher(store, one, { table: 'costs', row, attachment: 'f1' })

describe('a voucher that is put into a form', () => {
  it('fills the first empty row, then adds rows of its own', () => {
    const store = open([{ rowId: 'r1' }])
    place(store, voucher('1'))
    place(store, voucher('2'))
    expect(rowsOf(store)).toMatchObject([{ rowId: 'r1', no: '1', gross: '106.00', day: '2026-11-18', files: ['f1'] }, { no: '2' }])
    expect(store.marks.at('costs:r1')?.tone).toBe('fresh')
  })

  it('fills what is empty of the row that it was dropped on', () => {
    const store = open([{ rowId: 'r1', gross: '50.00' }])
    place(store, voucher('1'), 'r1')
    expect(rowsOf(store)).toMatchObject([{ rowId: 'r1', no: '1', gross: '50.00' }])
  })

  it('marks what is to be checked until the person changes it', () => {
    const store = open([{ rowId: 'r1' }])
    place(store, voucher('1', '107.00', false))
    expect(store.marks.at('costs:r1:gross')?.tone).toBe('doubtful')
    store.set({ key: 'costs', rowId: 'r1', column: 'gross' }, '106.00')
    expect(store.marks.at('costs:r1:gross')).toBeUndefined()
  })

  it('is found again where it stands already', () => {
    const store = open([{ rowId: 'r1', no: '0' }])
    place(store, voucher('1'))
    expect(rowWith(store, 'costs', voucher('1'), undefined)).toBe(2)
    expect(rowWith(store, 'costs', voucher('2'), undefined)).toBeUndefined()
  })

  it('is taken back without what the person has changed since', () => {
    const store = open([{ rowId: 'r1' }])
    const filled = [place(store, voucher('1')), place(store, voucher('2')), place(store, voucher('3'))]
    store.set({ key: 'costs', rowId: filled[1]?.rowId ?? '', column: 'gross' }, '99.00')
    store.flush()
    takeBack(store, filled)
    expect(rowsOf(store)).toEqual([{ rowId: filled[1]?.rowId, gross: '99.00' }])
  })
})
