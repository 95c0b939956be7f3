import { describe, expect, it } from 'vitest'
import { datetime, defineFields, department, type Fields, money, number, select, table, text } from '../fields.ts'
import { approve, defineFlow, initiator } from '../flow.ts'
import { defineForm, type Form } from '../form.ts'
import { formFindings } from './form-findings.ts'

const form = (more: Partial<Form>): Form =>
  defineForm({
    key: 'sheet',
    cn: '单',
    en: 'Sheet',
    path: '/sheet',
    prefix: 'S',
    group: 'it',
    icon: 'file',
    sections: [{ id: 'basics', cn: '基本', en: 'Basics' }],
    fields: defineFields({
      title: text({ cn: '标题', en: 'Title', section: 'basics' }),
      repaid: money({ cn: '还款', en: 'Repaid', atNode: 'repayment', section: 'basics' }),
      items: table({ cn: '明细', en: 'Items', section: 'basics', columns: { detail: text({ cn: '内容', en: 'Detail' }) } }),
    }),
    flow: defineFlow([approve('check', initiator, { cn: '确认', en: 'Check', confirms: true })]),
    ...more,
  })

const repayment = { id: 'repayment', cn: '还款', en: 'Repayment', role: 'cashier' }
const findingsOf = (more: Partial<Form>) => formFindings(form(more)).map(({ where }) => where)

describe('a form that is printed and followed up', () => {
  it('leaves out what it has', () => {
    expect(findingsOf({ followUps: [repayment], print: { omit: ['basics', 'title', 'items.detail'] } })).toEqual([])
    expect(findingsOf({ followUps: [repayment], print: { omit: ['items.nothing'] } })).toEqual(['print'])
  })

  it('has a follow-up for each field that waits for one, under a name of its own and a condition that can be read', () => {
    expect(findingsOf({})).toEqual([expect.stringContaining('repaid')])
    expect(findingsOf({ followUps: [repayment, { ...repayment, id: 'check' }] })).toEqual(['followUps'])
    expect(findingsOf({ followUps: [{ ...repayment, when: 'nowhere = 1' }] })).toEqual([expect.stringContaining('repayment')])
  })
})

describe('what a form asks other systems', () => {
  const fields = (unit: object) =>
    defineFields({
      title: text({ cn: '标题', en: 'Title', section: 'basics' }),
      items: table({ cn: '明细', en: 'Items', section: 'basics', columns: {
        material: text({ cn: '料号', en: 'Material' }),
        unit: select({ cn: '单位', en: 'Unit', optionsBy: { call: 'store.units', with: { material: 'material' } }, ...unit }),
        stock: number({ cn: '库存', en: 'Stock', system: true }),
        open: number({ cn: '数', en: 'Open' }),
        asOf: datetime({ cn: '时间', en: 'As of', system: true }),
      } }),
    })
  const figures = { call: 'store.stock', with: { material: 'material', title: 'title' }, rows: 'items', into: { stock: 'qty' },
    readAt: 'asOf', at: ['edit', 'submit', 'check'] }

  it('goes by fields that there are, into fields that nobody types into, at moments that come', () => {
    expect(findingsOf({ fields: fields({}), figures: [figures] })).toEqual([])
    expect(
      findingsOf({ fields: fields({}),
        figures: [{ ...figures, with: { a: 'gone' }, into: { open: 'qty', lost: 'x' }, readAt: 'stock', at: ['later'] }] }),
    )
      .toEqual(['figures › store.stock › with', 'figures › store.stock › into', 'figures › store.stock › readAt',
        'figures › store.stock › into open', 'figures › store.stock › at'])
  })

  it('is not mixed with choices of its own', () => {
    expect(
      findingsOf({
        fields: fields({ optionsBy: { call: 'store.units', with: { material: 'gone' }, fills: { lost: 'cn' } },
          options: [{ value: '1', cn: '一', en: 'One' }] }),
      }),
    )
      .toEqual(['items.unit › optionsBy › with', 'items.unit › optionsBy › fills', 'items.unit › optionsBy'])
  })
})

describe('the columns of the list of a form', () => {
  it('are fields that a list can show: no tables, no account numbers', () => {
    const fields = defineFields({ ...form({}).fields, account: text({ cn: '账号', en: 'Account', masked: true, section: 'basics' }) })
    const findingsWith = (columns: readonly string[]) =>
      formFindings(form({ fields, followUps: [repayment], columns })).map(({ where }) => where)
    expect(findingsWith(['title', 'repaid'])).toEqual([])
    expect(findingsWith(['nothing', 'items', 'account'])).toEqual(['columns', 'columns items', 'columns account'])
  })
})

describe('a role of a field', () => {
  const label = { cn: '字段', en: 'Field' }
  const unit = department({ ...label, as: 'bearingDepartment' })
  const about = (fields: Fields) => formFindings(form({ fields, followUps: [] })).map(({ where, text: { en } }) => `${where}: ${en}`)

  it('belongs to one field of its kind in the header, and to rows where each has their own', () => {
    expect(about({ unit, rows: table({ ...label, columns: { unit } }) })).toEqual([])
    expect(about({ unit, other: unit })).toEqual(['as: The role “bearingDepartment” is repeated'])
    expect(about({ name: text({ ...label, as: 'exchangeRate' }) })).toEqual(['name › as: A field of the kind text cannot be exchangeRate'])
    expect(about({ rows: table({ ...label, columns: { rate: number({ ...label, as: 'exchangeRate' }) } }) })).toEqual([
      'rows.rate › as: A column cannot be exchangeRate',
    ])
  })
})
