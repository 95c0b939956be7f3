import { describe, expect, it } from 'vitest'
import type { FieldProblem } from '#kernel/errors.ts'
import { date, datetime, defineFields, table, text } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { cn } from '#kernel/locales/cn.ts'
import { en } from '#kernel/locales/en.ts'
import { createTranslator } from '#kernel/wording/translate.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { check, type CheckOptions } from './check.ts'
import { everyForm, form, good } from '../testing.ts'

const problems = (value: FormValue, options: Partial<CheckOptions> = {}): string[] =>
  check(form, value, facts, { at: 'start', ...options }).map(({ field, code }) => `${field} ${code}`)

const rows = good['items'] as FormValue[]
const withRow = (change: FormValue, index = 0): FormValue => ({ ...good,
  items: rows.map((row, at) => (at === index ? { ...row, ...change } : row)) })

describe('at the start', () => {
  it('finds nothing wrong with a good value', () => expect(problems(good)).toEqual([]))

  it('asks for what is required and shown', () => {
    expect(problems({})).toEqual([
      'title field.enter',
      'applicant field.select',
      'dept field.select',
      'kind field.select',
      'currencyType field.select',
      'items field.addRow',
    ])
    expect(problems({ ...good, items: [{ rowId: 'a' }] })).toEqual([
      'items.0.day field.select',
      'items.0.category field.select',
      'items.0.amount field.enter',
      'items.0.approved field.enter',
    ])
    expect(problems(withRow({ project: ' ' }))).toEqual(['items.0.project field.enter'])
    expect(problems(withRow({ category: 'TAXI', project: null }))).toEqual(['links field.select'])
  })

  it('prefers the rule’s own sentence to the general one', () => {
    const found = check(form, { ...good, kind: '2' }, facts, { at: 'start' })
    expect(found).toEqual([{ field: 'reason', code: 'S-05', message: { cn: '请写明原因', en: 'Say why' }, level: 'block' }])
  })

  it('compares the day of a moment in a row with a day of the form, as docs/expressions.md says', () => {
    const visit = defineForm({ ...form,
      fields: defineFields({ visitDate: date({ cn: '日', en: 'Day', section: 'basics' }),
        visitors: table({ cn: '访客', en: 'Visitors', section: 'basics',
          columns: { arrival: datetime({ cn: '到达', en: 'Arrival' }) } }) }), rules: defineRules([
          rule('V-01', { each: 'visitors', when: 'arrival != null and date(arrival) != header.visitDate', fields: ['arrival'],
            cn: '不在当天', en: 'Another day' }),
        ]) })
    const arriving = (arrival: string | null) =>
      check(visit, { visitDate: '2026-11-27', visitors: [{ rowId: 'a', arrival }] }, facts, {
        at: 'start',
      }).map(({ field, code }) => `${field} ${code}`)
    expect([arriving('2026-11-27 23:59:59'), arriving(null), arriving('2026-11-28 00:00:00')]).toEqual([[], [], [
      'visitors.0.arrival V-01',
    ]])
  })

  it('finds types, lengths and limits', () => {
    expect(problems({ ...good, title: '字'.repeat(31) })).toEqual(['title field.tooLong'])
    expect(problems({ ...good, deposit: '10000.01' })).toEqual(['deposit field.money'])
    expect(problems({ ...good, deposit: 5 })).toEqual(['deposit field.type'])
    expect(problems(withRow({ day: '2026-02-30' }, 1))).toEqual(['items.1.day field.date'])
    expect(problems({ ...good, items: 'x' })).toContain('items field.type')
    expect(problems({ ...good, links: ['a', ''] })).toEqual(['links.1 field.id'])
  })

  it('finds keys that the form does not have', () => {
    expect(problems({ ...good, other: 1 })).toEqual(['other field.unknown'])
    expect(problems(withRow({ other: 1 }, 1))).toEqual(['items.1.other field.unknown'])
    expect(problems(JSON.parse(`{"__proto__":{"a":1},"constructor":2,${JSON.stringify(good).slice(1)}`) as FormValue)).toEqual([
      '__proto__ field.unknown',
      'constructor field.unknown',
    ])
  })

  it('finds choices outside their dictionary, and files that do not fit', () => {
    expect(problems({ ...good, kind: '9' })).toEqual(['kind field.option'])
    expect(problems({ ...good, files: ['f1', 'f2'] })).toEqual(['files.1 field.fileType'])
    const unknowing = { ...facts, dict: undefined }
    expect(check(form, { ...good, kind: '9' }, unknowing, { at: 'start' })).toEqual([])
  })

  it('does not limit what is hidden, but refuses what could not be stored', () => {
    expect(problems({ ...good, hint: 'NOT SMALL' })).toEqual([])
    expect(problems({ ...good, reason: 'x', hint: 'NOT SMALL' })).toEqual(['hint field.format'])
    expect(problems({ ...good, hint: 5 })).toEqual(['hint field.type'])
  })

  it('computes before it checks', () => {
    expect(problems({ ...good, writeOff: '1', total: '999999.00', extra: [{ rowId: 'e', amount: '100.16' }] })).toEqual([
      'payable field.min',
      'extra.0.amount S-06',
    ])
  })

  it('holds the rules of the form and of every row', () => {
    expect(problems(withRow({ amount: '100000', approved: '1' }))).toEqual(['note field.enter', 'total S-01', 'items.0.amount S-03'])
    expect(problems(withRow({ approved: '100.11' }))).toEqual(['items.0.approved S-02'])
    expect(problems(withRow({ amount: '501', confirmed: true }))).toEqual([])
    expect(check(form, withRow({ amount: '501' }), facts, { at: 'start' })[0]).toMatchObject({ level: 'confirm',
      message: { cn: '请确认' } })
    expect(
      check(form, { ...good, items: [...rows, ...rows.map((row) => ({ ...row, rowId: `${String(row['rowId'])}x` }))] }, facts, {
        at: 'start',
      }),
    ).toEqual([
      { field: '', code: 'S-07', message: { cn: '明细较多', en: 'Many items' }, level: 'warn' },
    ])
  })

  it('asks nobody for what only the server sets', () => {
    const system = defineForm({
      key: 's',
      cn: '系统',
      en: 'System',
      path: '/s',
      prefix: 'S',
      group: 'x',
      icon: 'x',
      flow: defineFlow([]),
      fields: defineFields({ code: text({ cn: '编码', en: 'Code', required: true, system: true }),
        name: text({ cn: '名称', en: 'Name', required: true }) }),
    })
    expect(check(system, {}, facts, { at: 'start' }).map(({ field }) => field)).toEqual(['name'])
  })

  it('leaves the rules of a hidden table out', () => {
    expect(problems({ ...good, extra: [{ rowId: 'e', amount: '1000' }] })).toEqual(['payable field.min'])
  })
})

describe('a draft', () => {
  it('may lack anything and break limits, but not types and lengths', () => {
    expect(problems({}, { level: 'draft' })).toEqual([])
    expect(problems({ deposit: '-5', kind: '9', hint: 'X', items: [] }, { level: 'draft' })).toEqual([])
    expect(problems({ title: '字'.repeat(31), deposit: 'x', other: 1 }, { level: 'draft' })).toEqual(['title field.tooLong',
      'deposit field.money', 'other field.unknown'])
  })
})

describe('a part of a value', () => {
  it('is not asked for the rest, nor held to rules that read it', () => {
    expect(problems({ title: '' }, { partial: true })).toEqual(['title field.enter'])
    expect(problems({ kind: '2' }, { partial: true })).toEqual([])
    expect(problems({ kind: '2', reason: null }, { partial: true })).toEqual(['reason S-05'])
  })
})

describe('at a node', () => {
  it('asks only for what its approver may write', () => {
    expect(problems({ items: [{ rowId: 'a' }] }, { at: 'review' })).toEqual(['items.0.category field.select',
      'items.0.approved field.enter', 'received S-04'])
    expect(problems(good, { at: 'head' })).toEqual([])
    expect(problems(good, { at: 'pay' })).toEqual(['payDate field.select'])
    expect(problems({ ...good, kind: '2', payDate: '2026-11-20' }, { at: 'pay' })).toEqual(['mileage field.enter'])
  })

  it('holds the rules of the node', () => {
    expect(problems({ ...withRow({ approved: '200' }), received: true }, { at: 'review' })).toEqual(['items.0.approved S-02'])
    expect(problems(withRow({ amount: '100000' }), { at: 'pay' })).toEqual(['payDate field.select'])
  })

  it('does not hold an approver to limits and options of others, nor to fields that the form once had', () => {
    expect(problems({ ...good, kind: '9', deposit: '999999', old: 1, payDate: '2026-11-20' }, { at: 'pay' })).toEqual([])
    expect(problems(withRow({ approved: '-1' }), { at: 'review' })).toContain('items.0.approved field.min')
  })
})

describe('the sentences', () => {
  const say = createTranslator({ cn, en })
  const sentences = (value: FormValue, locale: 'cn' | 'en') =>
    check(form, value, facts, { at: 'start' }).map(({ code, parameters, message }: FieldProblem) =>
      message?.[locale] ?? say(code, parameters, locale)
    )

  it('name the field in the reader’s language', () => {
    const value = { ...good, title: null, dept: null, items: [], deposit: '-1' }
    expect(sentences(value, 'cn')).toEqual(['请输入标题', '请选择部门', '请至少添加一条明细', '请输入正确的金额（0-10000）'])
    expect(sentences(value, 'en')).toEqual(['Please enter Title', 'Please select Department', 'Add at least one row to Items',
      'Enter a correct amount (0–10000)'])
  })
})

it('takes a value of every kind, and any nonsense, without an exception', () => {
  expect(check(everyForm, {}, facts, { at: 'start' })).toEqual([])
  for (const wrong of ['x', '', 5, -0.5, true, {}, [], [1], [null], [[]], [{}], { id: 'x' }, Number.NaN]) {
    const value = Object.fromEntries(Object.keys(everyForm.fields).map((key) => [key, wrong]))
    for (const at of ['start', 'head']) expect(Array.isArray(check(everyForm, value, facts, { at }))).toBe(true)
  }
})
