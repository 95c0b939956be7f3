import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { attachment, calculated, date, defineFields, type Fields, money, reference, select, table, text, toggle } from '#kernel/fields.ts'
import { approve, defineFlow, departmentHead } from '#kernel/flow.ts'
import { defineForm, type Form } from '#kernel/form.ts'
import type { AppConfig } from '#shell/browser-plugin.ts'
import { draw, madeUp } from '#shell/form/testing.tsx'
import { DetailPage } from '../DetailPage.tsx'
import { filed } from '../testing.tsx'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Role of a made-up module. */
    costOfRow: true
  }
}

const kinds = [{ value: '1', cn: '专票', en: 'Special' }, { value: '4', cn: '无发票', en: 'No invoice' }]

const form = defineForm({
  ...madeUp,
  sections: [{ id: 'basics', cn: '基本信息', en: 'Basics' }],
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', section: 'basics', required: true, max: 50 }),
    items: table({
      cn: '明细',
      en: 'Items',
      section: 'basics',
      columnGroups: [{ cn: '发票', en: 'Invoice', columns: ['kind', 'invoiceNo', 'files', 'buyer', 'reason'], shows: 'invoiceNo',
        tag: 'kind' }],
      columns: {
        day: date({ cn: '日期', en: 'Day', required: true }),
        detail: text({ cn: '说明', en: 'Detail', required: true, max: 50 }),
        place: text({ cn: '地点', en: 'Place', required: true, max: 50 }),
        kind: select({ cn: '发票类型', en: 'Invoice type', options: kinds }),
        invoiceNo: text({ cn: '发票号码', en: 'Invoice no.', max: 200 }),
        buyer: text({ cn: '抬头', en: 'Buyer', max: 200 }),
        reason: text({ cn: '无票说明', en: 'Reason', max: 200 }),
        files: attachment({ cn: '附件', en: 'Files', max: 3 }),
        amount: money({ cn: '金额', en: 'Amount', required: true }),
        approved: money({ cn: '核准金额', en: 'Approved', required: true, default: 'amount', editAt: ['head'] }),
      },
    }),
    payees: table({
      cn: '收款账户',
      en: 'Payees',
      section: 'basics',
      columns: {
        holder: text({ cn: '户名', en: 'Holder', required: true, max: 100 }),
        account: text({ cn: '账号', en: 'Account number', required: true, max: 34, masked: true }),
        bank: select({ cn: '开户行', en: 'Bank', required: true, options: [{ value: 'b', cn: '招商银行', en: 'Merchants' }] }),
        branch: text({ cn: '联行号', en: 'Branch no.', max: 20 }),
        pay: money({ cn: '付款金额', en: 'To pay', required: true }),
      },
    }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(items[amount != null].amount)' }),
  }),
  flow: defineFlow([approve('head', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Head' })]),
})

const rows = [
  { rowId: 'r1', day: '2026-11-02', detail: 'Cable', place: 'Works', kind: '1', invoiceNo: '26322000000012345678', buyer: 'We',
    files: ['f1'], amount: '12.00', approved: '12.00' },
  { rowId: 'r2', day: '2026-11-03', detail: 'Taxi', place: 'Works', kind: '4', invoiceNo: null, buyer: null, reason: 'Lost', files: [],
    amount: '5.00', approved: '5.00' },
]
const payee = { rowId: 'p1', holder: 'Wei Wang', account: '****4418', bank: 'b', branch: '308584000013', pay: '17.00' }

const open = (payees: readonly object[], more: object = {},
  { items = rows, shown = form, modules }: { items?: readonly object[]; shown?: Form; modules?: Partial<AppConfig> } = {}) =>
  draw(<DetailPage form={shown} />, {
    '/oaserver/madeUpClaim/detail': () => ({ ...filed, actions: [], taskId: null,
      business: { title: 'Cables', applicant: 'wang', items, payees, total: '17.00' }, ...more }),
    '/oaserver/messages/myGotItSetRead': () => true,
    '/system/reference/attachment/find': () => [],
  }, '/sample-detail?procInstId=d1', modules)

describe('a document to be read', () => {
  it('shows the invoice of a row in a column, or that there is none, and the rest of it with the row', async () => {
    const { user } = await open([payee])
    const table = within(await screen.findByRole('table', {}, { timeout: 20_000 }))
    expect(table.getByRole('columnheader', { name: 'Invoice' })).toBeInTheDocument()
    const first = within((await table.findByText('Cable')).closest('tr')!)
    expect(first.getByText('2632…5678')).toBeInTheDocument()
    expect(first.getByLabelText('Attachments')).toBeInTheDocument()
    const second = within(table.getByText('Taxi').closest('tr')!)
    expect(await second.findByText('No invoice')).toBeInTheDocument()
    expect(table.queryByText('Lost')).not.toBeInTheDocument()
    await user.click(second.getByRole('button', { name: /row 2/i }))
    expect(await table.findByText('Lost')).toBeInTheDocument()
  })

  it('says an amount once: the approved one only where it is another', async () => {
    const { unmount } = await open([payee])
    const heads = async () => (await screen.findAllByRole('columnheader', {}, { timeout: 20_000 })).map(({ textContent }) => textContent)
    expect(await heads()).toEqual(expect.arrayContaining(['Amount']))
    expect(await heads()).not.toContain('Approved')
    unmount()
    await open([payee], {}, { items: [rows[0]!, { ...rows[1]!, approved: '4.00' }] })
    expect(await heads()).toEqual(expect.arrayContaining(['Amount', 'Approved']))
  })

  it('shows the amount that stands for a row, as a module says, though another says the same', async () => {
    const items = form.fields['items']!
    const columns: Fields = items.columns ?? {}
    const approved = { ...columns['approved']!, as: 'costOfRow' } as const
    const shown: Form = { ...form, fields: { ...form.fields, items: { ...items, columns: { ...columns, approved } } } }
    await open([payee], {}, { shown, modules: { rowSummaries: [{ id: 'cost', amount: 'costOfRow' }] } })
    const heads = (await screen.findAllByRole('columnheader', {}, { timeout: 20_000 })).map(({ textContent }) => textContent)
    expect(heads).toEqual(expect.arrayContaining(['Amount', 'Approved']))
  })

  it('shows an account as a card, its amount only beside others', async () => {
    const { user, unmount } = await open([payee])
    const card = within((await screen.findByText('Merchants', {}, { timeout: 20_000 })).closest('li')!)
    expect(card.getByText(/4418/)).toBeInTheDocument()
    expect(card.getByText('Wei Wang')).toBeInTheDocument()
    expect(card.queryByText(/17\.00/)).not.toBeInTheDocument()
    await user.click(card.getByRole('button', { name: /row 1/i }))
    expect(card.getByText('308584000013')).toBeInTheDocument()
    unmount()
    await open([{ ...payee, pay: '10.00' }, { ...payee, rowId: 'p2', holder: 'Na Li', pay: '7.00' }])
    expect(within((await screen.findByText('Na Li')).closest('li')!).getByText(/7\.00/)).toBeInTheDocument()
  })

  it('keeps the card where an approver may write the accounts, its number behind signs, until they change them', async () => {
    const { user } = await open([{ ...payee, account: '6222000011114418' }], { nodeId: 'head', editable: ['payees', 'payees.holder'] })
    const card = within((await screen.findByText('Merchants', {}, { timeout: 20_000 })).closest('li')!)
    expect(card.queryByText(/6222/)).not.toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Show the full account number' }))
    expect(card.getByText('6222 0000 1111 4418')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(await screen.findByLabelText('Holder, row 1')).toHaveValue('Wei Wang')
  })

  it('shows what a person left switched off, not what the product did', async () => {
    const fields = { ...form.fields, renew: toggle({ cn: '自动续期', en: 'Auto-renewal', section: 'basics' }),
      over: toggle({ cn: '超标', en: 'Over', section: 'basics', system: true, readOnly: true }) }
    await open([payee], {
      business: { title: 'Cables', applicant: 'wang', items: rows, payees: [payee], total: '17.00', renew: false, over: false },
    }, { shown: { ...form, fields } })
    expect((await screen.findByText('Auto-renewal', {}, { timeout: 20_000 })).parentElement).toHaveTextContent('No')
    expect(screen.queryByText('Over')).toBeNull()
  })

  it('has a line of totals only below columns that add up', async () => {
    const amount = money({ cn: '单价', en: 'Price', required: true, each: true })
    const tables = { ...form.fields,
      items: { ...form.fields['items']!, columnGroups: [], columns: { detail: form.fields['items']!.columns!['detail']!, amount } } }
    await open([payee], { editable: [] }, { shown: { ...form, fields: tables } })
    expect(await screen.findByText('Cable', {}, { timeout: 20_000 })).toBeInTheDocument()
    expect(screen.queryByText('Total of 2 rows')).toBeNull()
  })
})

describe('rows on a phone', () => {
  const own = { ...form.fields['items'], columnGroups: [], columns: {
    material: reference({ cn: '物料', en: 'Material', to: 'material', required: true }),
    store: text({ cn: '库位', en: 'Store', required: true, pattern: '^[A-Z0-9]+$' }),
    price: money({ cn: '标准价', en: 'Standard price', each: true, system: true }),
    issued: money({ cn: '实发', en: 'Issued', required: true, editAt: ['head'] }),
  } }
  const shown = { ...form, fields: { ...form.fields, items: own } } as Form
  const items = [{ rowId: 'r1', material: 'm1', store: '1001', price: '0.38', issued: '2.00' }]
  const line = { id: '1', what: '出库/Issue', system: 'SAP', state: 'refused', number: null, message: 'x', means: null, reverses: false,
    places: [{ table: 'items', row: 1, label: null }] }
  const card = async (more: object) => {
    const media = vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      ({ matches: query.includes('max-width: 767px'), media: query, addEventListener: () => undefined, removeEventListener: () =>
        undefined }) as unknown as MediaQueryList
    )
    await open([], { postings: { lines: [line], mayRetry: false, mayHandle: false },
      references: { material: [{ id: 'm1', name: '连接器/Connector' }] }, ...more }, { items, shown })
    const drawn = (await screen.findByText('Connector', {}, { timeout: 20_000 })).closest('button')!
    media.mockRestore()
    return drawn
  }

  it.each([['read', {}], ['filled in by an approver', { nodeId: 'head', editable: ['items', 'items.issued'] }]])(
    'that are %s bear the name of their record, no unit price, and the mark of what another system refused',
    async (_, more) => {
      const drawn = await card(more)
      expect(drawn.querySelector('strong')).toHaveTextContent('Connector')
      expect(drawn).not.toHaveTextContent('0.38')
      expect(drawn.closest('li')).toHaveClass('is-refused')
    },
  )
})
