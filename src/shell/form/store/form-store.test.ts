import { describe, expect, it } from 'vitest'
import { calculated, defineFields, department, money, radio, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { FormStore } from './form-store.ts'
import { spokenProblem } from './problems.ts'

const form = defineForm({
  key: 'sample',
  cn: '示例',
  en: 'Sample',
  path: '/sample',
  prefix: 'S',
  group: 'g',
  icon: 'file',
  fields: defineFields({
    kind: radio({ cn: '类别', en: 'Kind', default: '"a"',
      options: [{ value: 'a', cn: '甲', en: 'A' }, { value: 'b', cn: '乙', en: 'B' }] }),
    cause: text({ cn: '原因', en: 'Cause', required: 'kind = "b"' }),
    rate: money({ cn: '汇率', en: 'Rate', system: true }),
    items: table({
      cn: '明细',
      en: 'Items',
      columns: {
        amount: money({ cn: '金额', en: 'Amount', required: true }),
        approved: money({ cn: '核准', en: 'Approved', default: 'amount' }),
        known: money({ cn: '已知', en: 'Known', system: true }),
        far: money({ cn: '里程', en: 'Far', default: 'known' }),
        card: text({ cn: '卡号', en: 'Card' }),
        sure: text({ cn: '已确认', en: 'Sure' }),
      },
    }),
    lines: table({ cn: '收款', en: 'Payees',
      columns: { who: text({ cn: '户名', en: 'Name' }), pay: money({ cn: '付款', en: 'Pay', default: 'header.total' }) } }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(items[amount != null].amount)' }),
  }),
  rules: defineRules([
    rule('Q', { each: 'items', when: 'card = "odd"', fields: ['card'], level: 'confirm', acceptedBy: 'sure', cn: '继续？',
      en: 'Continue?' }),
  ]),
  flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
})

const open = (entered: Record<string, unknown> = {}) =>
  new FormStore({ form, at: 'start', entered, facts: () => ({ today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () =>
    undefined }), currentUser: () => ({}) })

const row = (rowId: string, more: object = {}) => ({ rowId, ...more })
const amount = (rowId: string) => ({ key: 'items', rowId, column: 'amount' })
const approved = (rowId: string) => ({ key: 'items', rowId, column: 'approved' })

describe('a form that is filled in', () => {
  it('lets a default follow in rows that the server made, and keeps what the server says otherwise', () => {
    const answered = (pay: string) => {
      const store = open({ items: [row('r1', { amount: '5.00' })] })
      store.answer({ items: [row('r1', { amount: '5.00' })], total: '5.00', lines: [row('l1', { who: '曹颖', pay })] }, [])
      store.set(amount('r1'), '8.00')
      store.flush()
      return store.value['lines']
    }
    expect(answered('5.00')).toMatchObject([{ who: '曹颖', pay: '8.00' }])
    expect(answered('3.00')).toMatchObject([{ who: '曹颖', pay: '3.00' }])
  })

  it('shows no problem of a field that was left right after it was entered, before the entry is judged', () => {
    const store = open({ kind: 'b' })
    store.set({ key: 'cause' }, '磨损')
    store.leave({ key: 'cause' })
    expect(store.problemAt('cause')).toBeUndefined()
    store.set({ key: 'cause' }, '')
    store.flush()
    expect(store.problemAt('cause')).toMatchObject({ code: 'field.enter' })
  })

  it('says why a default is what it is, in both languages, until somebody enters something else', () => {
    const units: Record<string, object> = { small: { name: '硬件部/Hardware', budget: 'large' },
      large: { name: '研发中心/R&D', budget: 'large' }, other: { name: '销售部/Sales' } }
    const because = { when: 'bearer.id = own.budget and own.id != own.budget', cn: '{unit}没有预算，由{bearer}承担',
      en: '{unit} has no budget of its own', blanks: { unit: 'own.name', bearer: 'bearer.name' } }
    const reasoned = defineForm({ ...form, rules: [],
      fields: defineFields({ own: department({ cn: '部门', en: 'Own' }),
        bearer: department({ cn: '承担', en: 'Bearer', default: 'own.budget', because }) }) })
    const facts = () => ({ today: '2026-11-20', now: '2026-11-20 10:00:00', reference: (_: string, id: string) => ({ id, ...units[id] }) })
    const store = new FormStore({ form: reasoned, at: 'start', entered: { own: 'small' }, facts, currentUser: () => ({}) })
    expect(store.becauseOf('bearer')).toEqual({ cn: '硬件部没有预算，由研发中心承担', en: 'Hardware has no budget of its own' })
    store.set({ key: 'bearer' }, 'other')
    store.flush()
    expect(store.becauseOf('bearer')).toBeUndefined()
    expect(store.becauseOf('own')).toBeUndefined()
  })

  it('lets a default follow what it rests on until somebody enters something else', () => {
    const store = open({ items: [row('r1')] })
    store.set(amount('r1'), '5.00')
    store.flush()
    store.set(amount('r1'), '50.00')
    store.flush()
    expect(store.read(approved('r1'))).toBe('50.00')
    store.set(approved('r1'), '40.00')
    store.set(amount('r1'), '60.00')
    store.flush()
    expect(store.read(approved('r1'))).toBe('40.00')
    expect(store.value['total']).toBe('60.00')
  })

  it('shows and asks for a field while its condition holds, and keeps its entry meanwhile', () => {
    const store = open()
    expect(store.state({ key: 'cause' })).toEqual({ visible: false, required: false })
    store.set({ key: 'kind' }, 'b')
    store.set({ key: 'cause' }, 'late')
    store.flush()
    expect(store.state({ key: 'cause' })).toEqual({ visible: true, required: true })
    store.set({ key: 'kind' }, 'a')
    store.flush()
    expect(store.value['cause']).toBeUndefined()
    store.set({ key: 'kind' }, 'b')
    store.flush()
    expect(store.value['cause']).toBe('late')
  })

  it('shows a problem only once its field was left', () => {
    const store = open({ items: [row('r1', { card: 'x' })] })
    expect(store.problemAt('items:r1:amount')).toBeUndefined()
    store.leave(amount('r1'))
    expect(store.problemAt('items:r1:amount')?.code).toBe('field.enter')
    expect(store.allProblems().map(({ name }) => name)).toContain('items:r1:amount')
  })

  it('shows a problem of a field that is left by a press once the press has ended', () => {
    const store = open({ items: [row('r1', { card: 'x' })] })
    store.press()
    store.leave(amount('r1'))
    expect(store.problemAt('items:r1:amount')).toBeUndefined()
    store.release()
    expect(store.problemAt('items:r1:amount')?.code).toBe('field.enter')
  })

  it('keeps a refusal at its row when rows move, and drops it when the cell changes', () => {
    const store = open({ items: [row('r1', { amount: '1.00' }), row('r2', { amount: '2.00' })] })
    store.refuse([spokenProblem(form, store.value, { name: 'items.1.amount', message: 'too much' })])
    store.setRows('items', (rows) => rows.toReversed())
    expect(store.problemAt('items:r2:amount')?.sentence('en', () => '')).toBe('too much')
    store.set(amount('r2'), '1.50')
    expect(store.problemAt('items:r2:amount')).toBeUndefined()
  })

  it('keeps a refusal when a calculation of the same value comes after it', () => {
    const store = open({ items: [row('r1', { amount: '1.00' })] })
    const refusal = () => store.problemAt('items:r1:amount')?.sentence('en', () => '')
    store.refuse([spokenProblem(form, store.value, { name: 'items.0.amount', message: 'too much' })])
    store.answer({}, [])
    expect(refusal()).toBe('too much')
    store.set({ key: 'cause' }, 'other')
    store.answer({}, [])
    expect(refusal()).toBeUndefined()
  })

  it('takes over what only the server sets, and never what a person entered', () => {
    const store = open({ items: [row('r1', { amount: '3.00' })], kind: 'b', cause: 'mine' })
    store.answer({ rate: '7.10', kind: 'a', cause: 'theirs', items: [row('r1', { amount: '9.00' })] }, [])
    expect(store.value).toMatchObject({ rate: '7.10', kind: 'b', cause: 'mine' })
    expect(store.read(amount('r1'))).toBe('3.00')
  })

  it('forgets a default that rests on what the server no longer says', () => {
    const store = open({ items: [row('r1')] })
    store.answer({ items: [row('r1', { known: '760.00' })] }, [])
    expect(store.read({ key: 'items', rowId: 'r1', column: 'far' })).toBe('760.00')
    store.answer({ items: [row('r1', { known: null, far: '760.00' })] }, [])
    expect(store.read({ key: 'items', rowId: 'r1', column: 'far' })).toBeUndefined()
  })

  it('withdraws an acceptance when what was accepted changes', () => {
    const store = open({ items: [row('r1', { amount: '3.00', card: 'odd', sure: 'yes' })] })
    store.set({ key: 'items', rowId: 'r1', column: 'card' }, 'odder')
    store.flush()
    expect(store.read({ key: 'items', rowId: 'r1', column: 'sure' })).toBeUndefined()
  })
})

describe('a key in a table of a hundred rows', () => {
  const hundred = () => open({ items: Array.from({ length: 100 }, (_, index) => row(`r${index}`, { amount: '1.00', card: 'even' })) })

  it('has the expressions evaluated that rest on it, and no others', () => {
    const store = hundred()
    const before = store.memory.evaluated
    store.set(amount('r9'), '12.00')
    store.flush()
    expect(store.value['total']).toBe('111.00')
    expect(store.read(approved('r9'))).toBe('12.00')
    // the row's default, and the total before and after it
    expect(store.memory.evaluated - before).toBeLessThan(10)
    store.set({ key: 'items', rowId: 'r9', column: 'card' }, 'odd')
    store.flush()
    expect(store.allProblems().map(({ name }) => name)).toEqual(['items:r9:card'])
    expect(store.memory.evaluated - before).toBeLessThan(20)
  })

  it('tells the cell at once, and everything else when it has followed', () => {
    const store = hundred()
    const changed: string[] = []
    store.watch('items:r9:amount', () => changed.push('cell'))
    store.watch('items:r8:amount', () => changed.push('other'))
    store.subscribe(() => changed.push('all'))
    store.onEntry(() => changed.push('entry'))
    store.set(amount('r9'), '12.00')
    expect(changed).toEqual(['entry', 'cell'])
    store.flush()
    expect(changed).toContain('other')
    expect(changed).toContain('all')
  })

  it('leaves the rows that do not change as they are', () => {
    const store = hundred()
    const rows = store.value['items'] as readonly object[]
    store.set(amount('r9'), '12.00')
    store.flush()
    const changed = (store.value['items'] as readonly object[]).filter((each, index) => each !== rows[index])
    expect(changed).toHaveLength(1)
  })

  it('is checked as it stands, before everything has followed', () => {
    const store = hundred()
    store.set(amount('r9'), null)
    expect(store.check().map(({ field }) => field)).toContain('items.9.amount')
  })
})
