import { describe, expect, it } from 'vitest'
import { rmb } from '#kernel/values/money.ts'
import { visibility } from '#kernel/evaluate/access/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { calculated, checkbox, date, defineFields, department, documentLink, integer, money, number, person, reference, select, table, text,
  textarea } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm, type PrintOptions } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { maskedText } from '#kernel/values/masked-text.ts'
import { planPrint, printedSections, printedText, type PrintView } from './sections.ts'

const fields = defineFields({
  title: text({ cn: '标题', en: 'Title', section: 'basics' }),
  kind: select({ cn: '类别', en: 'Kind', section: 'basics', options: [{ value: '1', cn: '一', en: 'One' }] }),
  reason: textarea({ cn: '事由', en: 'Reason', section: 'basics', visible: 'kind = "2"' }),
  lines: table({
    cn: '账户',
    en: 'Accounts',
    section: 'payee',
    columns: {
      account: reference({ to: 'bankAccount', fillsIn: true, cn: '选择账户', en: 'Saved account' }),
      name: text({ cn: '户名', en: 'Name', required: true, max: 100 }),
      number: text({ cn: '账号', en: 'Number', required: true, max: 34, masked: true }),
      amount: money({ cn: '金额', en: 'Amount', required: true }),
      daily: money({ cn: '日标准', en: 'Per day', each: true }),
      sure: checkbox({ cn: '已确认', en: 'Confirmed' }),
    },
  }),
  note: text({ cn: '备注', en: 'Note', section: 'more' }),
})

const facts: FormFacts = {
  today: '2026-11-20',
  now: '2026-11-20 10:00:00',
  reference: (kind, id) => (kind === 'documentLink' ? { id, businessNo: 'CC1', title: '出差', titleEn: 'Trip' } : undefined),
}

const form = (print?: PrintOptions) =>
  defineForm({
    key: 'sheet',
    cn: '单',
    en: 'Sheet',
    path: '/sheet',
    prefix: 'S',
    group: 'it',
    icon: 'file',
    fields,
    flow: defineFlow([]),
    print,
    sections: [{ id: 'basics', cn: '基本', en: 'Basics' }, { id: 'payee', cn: '账户', en: 'Accounts' }, { id: 'more', cn: '更多',
      en: 'More' }],
  })

const value: FormValue = {
  title: '甲',
  kind: '1',
  reason: '乙',
  note: '丙',
  lines: [{ rowId: '1', account: 'saved', name: '王伟', number: '6222020200112233', amount: '1200.50', sure: true }, { rowId: '2',
    name: '李娜', number: '12345678', amount: '3', sure: true }],
}
const view: PrintView = { locale: 'cn', facts, currency: rmb, fullAccounts: false }

const printed = (more: Partial<PrintView> = {}, print?: PrintOptions) => {
  const sheet = form(print)
  return printedSections({ form: sheet, value, visible: visibility(sheet, value, facts), view: { ...view, ...more } })
}

describe('the sections of a print', () => {
  it('show what is there for a reader, in their language', () => {
    expect(printed({ locale: 'en' })[0]).toEqual({ title: 'Basics',
      blocks: [{ kind: 'grid', cells: [{ label: 'Kind', text: 'One', wide: false }] }] })
  })

  it('leave out the amount in the head, and the sum that says the same of a document in RMB', () => {
    const sheet = defineForm({ ...form(), amount: 'rmbTotal', fields: { ...fields, ...defineFields({
      rate: number({ cn: '汇率', en: 'Rate', as: 'exchangeRate', section: 'more' }),
      total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(lines.amount)', section: 'more' }),
      rmbTotal: calculated({ cn: '折合', en: 'In RMB', result: 'money', rmb: true, value: 'rmb(sum(lines.amount), rate)',
        section: 'more' }),
      paid: calculated({ cn: '实付', en: 'Paid', result: 'money', value: 'sum(lines.amount) - 0', section: 'more' }),
    }) } })
    const labels = (rate: string, headline: string) => {
      const filled = { ...value, rate, total: '9.00', rmbTotal: '9.00', paid: '9.00' }
      const sections = printedSections({ form: sheet, value: filled, visible: visibility(sheet, filled, facts), view, headline })
      return sections.at(-1)?.blocks.flatMap((block) => (block.kind === 'grid' ? block.cells.map(({ label }) => label) : []))
    }
    expect(labels('1', 'rmbTotal')).toEqual(['备注', '实付'])
    expect(labels('7', 'rmbTotal')).toEqual(['备注', '汇率', '合计', '实付'])
    expect(labels('1', 'paid')).toEqual(['备注', '合计'])
  })

  it('show rows with their sums, account numbers by their last four digits, and no saved account', () => {
    const [, payee] = printed()
    expect(payee?.title).toBe('账户')
    expect(payee?.blocks).toEqual([{
      kind: 'table',
      title: '',
      columns: [expect.objectContaining({ label: '户名' }), expect.objectContaining({ label: '账号' }),
        expect.objectContaining({ label: '金额', right: true }), expect.objectContaining({ label: '已确认' })],
      rows: [{ cells: ['王伟', '•••• 2233', '￥1,200.50', '是'], more: [] }, { cells: ['李娜', '•••• 5678', '￥3.00', '是'], more: [] }],
      sums: ['', '', '￥1,203.50', ''],
    }])
  })

  it('say once what a text repeats of the record beside it', () => {
    const own = defineFields({
      lines: table({ cn: '预算', en: 'Budgets', section: 'basics',
        columns: { unit: department({ cn: '部门', en: 'Unit' }), unitName: text({ cn: '部门名称', en: 'Unit name', bilingual: true }),
          kind: text({ cn: '说明', en: 'Kind', bilingual: true }) } }),
    })
    const sheet = { ...form(), fields: own }
    const rows = {
      lines: [{ rowId: '1', unit: 'd1', unitName: '质量部/Quality', kind: '甲/A' }, { rowId: '2', unit: 'd2', unitName: '采购部/Purchasing',
        kind: '乙/B' }],
    }
    const units: Readonly<Record<string, string>> = { d1: '质量部/Quality', d2: '采购部/Purchasing' }
    const known: FormFacts = { ...facts, reference: (_, id) => ({ id, name: units[id] }) }
    const [block] = printedSections({ form: sheet, value: rows, visible: visibility(sheet, rows, known), view: { ...view, facts: known } })
      .flatMap(({ blocks }) => blocks)
    expect(block).toMatchObject({ columns: [{ label: '部门' }, { label: '说明' }],
      rows: [{ cells: ['质量部', '甲'] }, { cells: ['采购部', '乙'] }] })
  })

  it('show account numbers in full to whoever asks for them', () => {
    const table = printed({ fullAccounts: true })[1]?.blocks[0]
    expect(table?.kind === 'table' && table.rows[0]?.cells[1]).toBe('6222020200112233')
  })

  it('leave out what the form leaves out', () => {
    expect(printed({}, { omit: ['more', 'kind', 'lines.sure'] }).map(({ title }) => title)).toEqual(['账户'])
    const table = printed({}, { omit: ['lines.sure'] })[1]?.blocks[0]
    expect(table?.kind === 'table' && table.columns.map(({ label }) => label)).toEqual(['户名', '账号', '金额'])
  })
})

describe('a printed value', () => {
  it('is what people read', () => {
    expect(printedText('day', date({ cn: '日', en: 'Day' }), '2026-11-20', view)).toBe('2026-11-20')
    expect(printedText('month', date({ cn: '月', en: 'Month', months: true }), '2026-11-01', view)).toBe('2026-11')
    expect(printedText('year', integer({ cn: '年', en: 'Year', isName: true }), 2026, view)).toBe('2026')
    expect(printedText('count', integer({ cn: '数', en: 'Count' }), 12345, view)).toBe('12,345')
    expect(printedText('amount', money({ cn: '额', en: 'Amount' }), '12345678901234567.89', { ...view, currency: { sign: 'USD ' } })).toBe(
      'USD 12,345,678,901,234,567.89',
    )
    expect(printedText('amountRmb', money({ cn: '额', en: 'Amount', rmb: true }), '1', { ...view, currency: { sign: 'USD ' } })).toBe(
      '￥1.00',
    )
    expect(printedText('budget', money({ cn: '额', en: 'Amount', rmb: true }), '1', { ...view, currency: { sign: 'USD ' } })).toBe('￥1.00')
    expect(printedText('unit', text({ cn: '部门', en: 'Unit', bilingual: true }), '质量部/Quality', { ...view, locale: 'en' })).toBe(
      'Quality',
    )
    expect(printedText('trip', documentLink({ cn: '差', en: 'Trip' }), ['a'], { ...view, locale: 'en' })).toBe('CC1 Trip')
    expect(printedText('amount', money({ cn: '额', en: 'Amount' }), null, view)).toBe('')
  })

  it('never shows a whole short account', () => {
    expect(maskedText('1234')).toBe('****')
    expect(maskedText('12345')).toBe('**** 2345')
  })
})

describe('the columns of a print', () => {
  const amount = money({ cn: '额', en: 'Amount', required: true })
  const long = textarea({ cn: '说明', en: 'Text' })

  it('stand beside each other where they fit, in the order of the form', () => {
    expect(planPrint([['a', long], ['b', amount]], 300).main.map(([key]) => key)).toEqual(['a', 'b'])
  })

  it('say first whom and when a row is about, and leave out rates per day', () => {
    const rate = money({ cn: '标准', en: 'Per day', each: true })
    const { main } = planPrint([['who', person({ cn: '人', en: 'Who' })], ['from', date({ cn: '起', en: 'From' })], ['rate', rate], ['paid',
      money({ cn: '额', en: 'Paid' })]], 240)
    expect(main.map(([key]) => key)).toEqual(['who', 'from', 'paid'])
  })

  it('count before the amounts that nobody has to enter', () => {
    const { main } = planPrint([['days', integer({ cn: '天数', en: 'Days' })], ['paid', money({ cn: '额', en: 'Paid' })]], 76)
    expect(main.map(([key]) => key)).toEqual(['days'])
  })

  it('else give way to amounts', () => {
    const { main, rest } = planPrint([['a', long], ['b', amount], ['c', amount]], 160)
    expect([main.map(([key]) => key), rest.map(([key]) => key)]).toEqual([['b', 'c'], ['a']])
  })
})
