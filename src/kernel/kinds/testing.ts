import * as build from '../fields.ts'
import type { FormFacts } from '../facts.ts'

const label = { cn: '字段', en: 'Field' }

/** Made-up facts, for tests. */
export const facts: FormFacts = {
  today: '2026-11-20',
  now: '2026-11-20 10:30:00',
  reference: (kind, id) => records[`${kind}:${id}`],
  dict: (key, value) => (key === 'colour' ? (colours[value] ?? null) : null),
}

const colours: Readonly<Record<string, string>> = { '1': '红/Red', '2': '蓝/Blue' }

const records: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'person:u1': { name: '王伟/Wei Wang', departments: ['d1'], level: 3 },
  'department:d1': { name: '制造部/Production', hasBudgetDept: true },
  'department:d2': { name: '销售部/Sales', hasBudgetDept: false },
  'expenseCategory:TAXI': { name: '市内交通费/Taxi', requiresLink: 'taxi', projectRequired: false },
  'expenseCategory:RD': { name: '研发材料/R&D material', requiresLink: null, projectRequired: true },
  'documentLink:x1': { businessNo: 'AB202611200001', amount: '120.50' },
  'attachment:f1': { fileName: 'Scan.PDF', size: 1000 },
  'attachment:f2': { fileName: 'photo.png', size: 20_480_000 },
  'currency:CNY': { name: '人民币/RMB' },
}

/** One field of every kind. */
export const everyKind = build.defineFields({
  text: build.text(label),
  textarea: build.textarea(label),
  number: build.number(label),
  integer: build.integer(label),
  money: build.money(label),
  percent: build.percent(label),
  date: build.date(label),
  datetime: build.datetime(label),
  time: build.time(label),
  daterange: build.daterange(label),
  select: build.select({ ...label, dict: 'colour' }),
  multiselect: build.multiselect({ ...label, dict: 'colour' }),
  radio: build.radio({ ...label, options: [{ value: 'y', cn: '是', en: 'Yes' }, { value: 'n', cn: '否', en: 'No' }] }),
  checkbox: build.checkbox(label),
  switch: build.toggle(label),
  cascader: build.cascader(label),
  person: build.person(label),
  people: build.people(label),
  department: build.department(label),
  reference: build.reference({ ...label, to: 'expenseCategory' }),
  currency: build.currency(label),
  process: build.process(label),
  documentLink: build.documentLink(label),
  attachment: build.attachment(label),
  richtext: build.richtext(label),
  rate: build.rate(label),
  calculated: build.calculated({ ...label, value: '1 + 1', result: 'integer' }),
  title: build.title(label),
  plaintext: build.plaintext(label),
  table: build.table({ ...label, columns: { amount: build.money(label), note: build.text(label) } }),
})
