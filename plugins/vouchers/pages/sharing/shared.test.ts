import { describe, expect, it } from 'vitest'
import { attachment, date, defineFields, money, select, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { FormStore } from '#shell/form/store/form-store.ts'
import { invoiceRowsOf, leftOf, sharesOf } from './shares.ts'
import { shareInvoice } from './OtherRowsInvoice.tsx'

const label = { cn: '列', en: 'Column' }
const columns = defineFields({
  purpose: text(label),
  sort: select({ ...label, options: [{ ...label, value: '1' }, { ...label, value: '3' }] }),
  gross: money({ ...label, as: 'invoiceAmount' }),
  no: text({ ...label, as: 'invoiceNumber' }),
  day: date({ ...label, as: 'invoiceDate' }),
  tax: money({ ...label, as: 'invoiceTax' }),
  files: attachment({ ...label, as: 'invoiceFiles' }),
})
const form = defineForm({
  key: 'sample',
  ...label,
  path: '/sample',
  prefix: 'S',
  group: 'g',
  icon: 'file',
  fields: defineFields({
    costs: table({ ...label, columns, columnGroups: [{ ...label, shows: 'no', columns: ['sort', 'no', 'day', 'tax', 'files'] }] }),
  }),
  rules: [],
  flow: defineFlow([approve('check', initiator, label)]),
})
const open = (rows: readonly object[]) =>
  new FormStore({ form, at: 'start', entered: { costs: rows },
    facts: () => ({ today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () => undefined }), currentUser: () => ({}) })
const first = { rowId: 'r1', purpose: '住宿', sort: '3', no: '1', day: '2026-11-18', gross: '500.00', tax: '28.30', files: ['f1'] }
const known = [{ key: '1', number: '1', code: '', total: '800.00' }]

describe('the invoice of another row', () => {
  it('is taken over with its file, and with what is left of it where no amount was entered', () => {
    const store = open([first, { rowId: 'r2', purpose: '餐费' }])
    const [source] = invoiceRowsOf(store)
    if (!source) throw new Error('no row')
    shareInvoice(store, source, { table: 'costs', rowId: 'r2' }, leftOf(source, invoiceRowsOf(store), known))
    expect(rowsAt(store.entered, 'costs')[1]).toEqual({ rowId: 'r2', purpose: '餐费', sort: '3', no: '1', day: '2026-11-18', files: ['f1'],
      gross: '300.00' })
  })

  it('leaves the amount to the person where the other row uses all of it', () => {
    const store = open([{ ...first, gross: '800.00' }, { rowId: 'r2' }])
    const [source] = invoiceRowsOf(store)
    if (!source) throw new Error('no row')
    shareInvoice(store, source, { table: 'costs', rowId: 'r2' }, leftOf(source, invoiceRowsOf(store), known))
    expect(rowsAt(store.entered, 'costs')[1]).toEqual(expect.not.objectContaining({ gross: expect.anything() }))
    expect(rowsAt(store.entered, 'costs')[1]).toMatchObject({ no: '1', files: ['f1'] })
  })

  it('leaves an amount that was entered', () => {
    const store = open([first, { rowId: 'r2', gross: '120.00' }])
    const [source] = invoiceRowsOf(store)
    if (!source) throw new Error('no row')
    shareInvoice(store, source, { table: 'costs', rowId: 'r2' }, '300.00')
    expect(rowsAt(store.entered, 'costs')[1]).toMatchObject({ no: '1', gross: '120.00' })
  })

  it('says what is left, and which rows are above it', () => {
    const rows = (gross: string) =>
      invoiceRowsOf(open([first, { rowId: 'r2', no: '1', gross, files: ['f1'] }, { rowId: 'r3', no: '2', gross: '9.00' }]))
    expect(sharesOf(rows('120.00'), known)).toMatchObject([{ used: '620.00', total: '800.00', left: '180.00', above: [] }])
    expect(sharesOf(rows('450.00'), known)).toMatchObject([{ left: '0.00', above: [{ place: 1 }, { place: 2 }] }])
    const [unread] = sharesOf(rows('450.00'), [])
    expect(unread?.total).toBeUndefined()
  })
})
