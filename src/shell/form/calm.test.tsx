import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { calculated, currency, defineFields, department, money, number, select, table, text, textarea } from '#kernel/fields.ts'
import { approve, defineFlow, departmentHead } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { FormPage } from './FormPage.tsx'
import { draw, madeUp } from './testing.tsx'

const form = defineForm({
  ...madeUp,
  fields: defineFields({
    bearer: department({ cn: '承担部门', en: 'Charged department', as: 'bearingDepartment', required: true }),
    currencyType: currency({ cn: '币种', en: 'Currency', default: '"CNY"' }),
    note: textarea({ cn: '备注', en: 'Note', max: 20 }),
    shortName: text({ cn: '简称', en: 'Short name', max: 20 }),
    payer: text({ cn: '付款公司', en: 'Payer', required: true, max: 50, locked: 'true', default: '"Acme"' }),
    rate: number({ cn: '汇率', en: 'Rate', as: 'exchangeRate', system: true, readOnly: true, precision: 6 }),
    items: table({
      cn: '明细',
      en: 'Items',
      required: true,
      min: 1,
      columnGroups: [{ cn: '发票', en: 'Invoice', columns: ['invoiceNo', 'invoiceKind'], shows: 'invoiceNo', tag: 'invoiceKind' }],
      columns: {
        detail: text({ cn: '说明', en: 'Detail', required: true, max: 50 }),
        purpose: text({ cn: '用途', en: 'Purpose', required: true, max: 200 }),
        place: text({ cn: '地点', en: 'Place', required: true, max: 200 }),
        amount: money({ cn: '金额', en: 'Amount', required: true }),
        approved: money({ cn: '核准金额', en: 'Approved', as: 'approvedAmount', required: true, default: 'amount', editAt: ['head'] }),
        invoiceNo: text({ cn: '发票号码', en: 'Invoice no.', required: true, max: 200 }),
        invoiceKind: select({ cn: '票种', en: 'Kind', options: [{ value: '1', cn: '专票', en: 'Special' }], default: '"1"' }),
      },
    }),
    payees: table({
      cn: '收款账户',
      en: 'Payees',
      columns: {
        holder: text({ cn: '户名', en: 'Holder', required: true, max: 50 }),
        account: text({ cn: '账号', en: 'Account', required: true, max: 50, masked: true, locked: 'holder = "Payroll"' }),
      },
    }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(items[amount != null].amount)' }),
    approvedTotal: calculated({ cn: '核准合计', en: 'Approved total', result: 'money', value: 'sum(items[approved != null].approved)' }),
  }),
  flow: defineFlow([approve('head', departmentHead('expenseDeptIdList'), { cn: '部门负责人', en: 'Head' })]),
})

const page = (value: object = {}) =>
  draw(<FormPage form={form} />, {
    '/oaserver/madeUpClaim/calculate': ({ parameters }: { parameters: object }) => ({ value: { ...parameters, rate: '1.000000', ...value },
      problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
    '/system/reference/department/find': () => [],
    '/system/reference/currency/find': () => [],
  })

describe('a blank form', () => {
  beforeEach(() => localStorage.clear())

  it('asks for a field that is left, not for one whose list is being looked at', async () => {
    const { user } = await page()
    const bearer = await screen.findByRole('combobox', { name: /^Charged department/ })
    await user.click(bearer)
    await user.keyboard('{F4}')
    const list = await screen.findByRole('dialog')
    await user.click(within(list).getByRole('textbox'))
    expect(bearer).not.toBeInvalid()
    act(() => bearer.focus())
    await user.click(screen.getByLabelText(/^Note/))
    await waitFor(() => expect(bearer).toBeInvalid())
  })

  it('says calmly how much is left, and in red only after somebody tried to submit', async () => {
    const { user } = await page()
    const note = await screen.findByLabelText('Note', undefined, { timeout: 20_000 })
    expect(screen.queryByRole('button', { name: /fields left/ })).not.toBeInTheDocument()
    await user.type(note, 'a')
    const left = await screen.findByRole('button', { name: /fields left/ })
    expect(left).not.toHaveClass('is-wrong')
    await user.click(screen.getByRole('button', { name: /^Submit/ }))
    await waitFor(() => expect(left).toHaveClass('is-wrong'))
  })

  it('shows no amount before there is one, no rate of its own currency, and each amount once', async () => {
    const { user } = await page()
    await screen.findByLabelText('Note', undefined, { timeout: 20_000 })
    expect(screen.queryByText(/0\.00/)).not.toBeInTheDocument()
    expect(screen.queryByText('Rate')).not.toBeInTheDocument()
    await user.type(await screen.findByLabelText('Amount, row 1', undefined, { timeout: 20_000 }), '12')
    await waitFor(() => expect(screen.getAllByText('12.00', { exact: false })).toHaveLength(1))
    expect(screen.queryByText('Approved total')).not.toBeInTheDocument()
  })

  it.each(['Note', 'Short name'])('counts the characters of %s where little room is left, and the text keeps its focus', async (name) => {
    const { user } = await page()
    const note = await screen.findByLabelText(name, undefined, { timeout: 20_000 })
    await user.type(note, 'a'.repeat(16))
    expect(screen.queryByText(/\/ 20/)).not.toBeInTheDocument()
    await user.keyboard('b')
    expect(screen.getByText('17 / 20')).toBeInTheDocument()
    expect(note).toHaveFocus()
  })

  it('asks nobody on a phone either, where an untouched row is said calmly', async () => {
    const media = vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      ({ matches: query.includes('max-width: 767px'), media: query, addEventListener: () => undefined, removeEventListener: () =>
        undefined }) as unknown as MediaQueryList
    )
    const { user } = await page()
    const row = await screen.findByRole('button', { name: 'Edit row 1' }, { timeout: 20_000 })
    expect(row.querySelector('.is-wrong')).toBeNull()
    await user.click(row)
    expect(await screen.findByLabelText(/^Amount/)).toBeInTheDocument()
    expect(screen.queryByLabelText(/^Approved/)).not.toBeInTheDocument()
    await user.type(screen.getByLabelText(/^Amount/), '12')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(row.querySelector('.is-wrong')).not.toBeNull())
    media.mockRestore()
  })

  it('asks nobody who files for what is approved, and shows several columns as one cell that opens the row', async () => {
    const { user } = await page()
    const invoice = await screen.findByRole('button', { name: 'Invoice, row 1' }, { timeout: 20_000 })
    expect(screen.queryByText('Approved')).not.toBeInTheDocument()
    await user.click(invoice)
    expect(screen.queryByLabelText('Approved')).not.toBeInTheDocument()
    await user.type(await screen.findByLabelText(/^Invoice no\./), '24612000000038215502')
    expect(await screen.findByRole('button', { name: 'Invoice, row 1 2461…5502' })).toBeInTheDocument()
  })

  it('shows the account that it is paid to as a card until somebody changes it, without a star where nothing can be entered', async () => {
    const { user } = await page({ payees: [{ rowId: 'p1', holder: 'Payroll', account: '6222000011114418' }] })
    const card = within((await screen.findByText('Payroll', {}, { timeout: 20_000 })).closest('li')!)
    expect(card.getByText('•••• 4418')).toBeInTheDocument()
    expect(screen.getByText('Payer').querySelector('.oa-star')).toBeNull()
    expect(screen.getByText('Charged department').querySelector('.oa-star')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const holder = await screen.findByLabelText('Holder, row 1')
    await user.clear(holder)
    await user.type(holder, 'Wei Wang')
    await user.tab()
    // entered fields stay editable, though nothing is missing
    expect(await screen.findByLabelText('Holder, row 1')).toHaveValue('Wei Wang')
  })
})
