import { expect, it } from 'vitest'
import { date, defineFields, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { filtersOf } from './prefetch.ts'

const voucher = defineResource({
  name: 'voucher',
  cn: '凭证',
  en: 'Voucher',
  base: '/budgetservice',
  path: '/voucher',
  table: 'voucher',
  key: 'no',
  scope: 'everyone',
  fields: defineFields({ no: text({ cn: '编号', en: 'No.' }), kind: select({ cn: '类型', en: 'Kind', options: [] }),
    day: date({ cn: '日期', en: 'Date' }) }),
  columns: ['no', 'kind', 'day'],
  filters: ['no', 'kind', 'day'],
  search: [],
  can: { view: 'finance:voucher:view' },
})

it('an address is read as conditions by the kinds of the fields: part of a text, one of several, a range', () => {
  expect(filtersOf(voucher, { keyword: 'a', no: '47', kind: '1,2', day: '2026-11-01,', other: 'x' })).toEqual([
    { field: 'keyword', operator: 'contains', value: 'a' },
    { field: 'no', operator: 'contains', value: '47' },
    { field: 'kind', operator: 'in', value: '1,2' },
    { field: 'day', operator: 'between', value: ['2026-11-01', null] },
  ])
})
