import { expect, it } from 'vitest'
import { defineFields, integer, money, multiselect, text, toggle } from '#kernel/fields.ts'
import { recordLineOf } from './record-line.ts'

const fields = defineFields({
  code: text({ cn: '编码', en: 'Code' }),
  nameCn: text({ cn: '中文名称', en: 'Chinese name' }),
  nameEn: text({ cn: '英文名称', en: 'English name' }),
  amount: money({ cn: '金额', en: 'Amount' }),
  amountRmb: money({ cn: '折人民币', en: 'In RMB', rmb: true }),
  sort: integer({ cn: '排序', en: 'Order' }),
  needed: toggle({ cn: '须填', en: 'Needed' }),
  groups: multiselect({ cn: '部门', en: 'Departments', of: 'department' }),
  enable: toggle({ cn: '启用', en: 'Enabled' }),
})
const resource = { columns: ['code', 'sort', 'nameCn', 'nameEn', 'amount', 'amountRmb', 'needed', 'groups', 'enable'], fields,
  enable: 'enable' }

it('calls a record without a name by its first two columns', () => {
  expect(recordLineOf({ columns: ['code', 'sort', 'amount'], fields, enable: 'enable' }, { id: '1', sort: 3 }, 'cn')).toEqual({
    title: ['code', 'sort'],
    amount: 'amount',
    details: [],
  })
})

it('calls a record what its reader calls it, and leaves out what it has not', () => {
  const record = { id: '1', code: 'A', nameCn: '甲', nameEn: 'A', amount: '1.00', amountRmb: '7.00', sort: 0, needed: false, groups: [],
    enable: true }
  expect(recordLineOf(resource, record, 'cn')).toEqual({ title: ['code', 'nameCn'], amount: 'amountRmb', details: ['sort', 'amount'] })
  expect(recordLineOf(resource, { ...record, needed: true, groups: ['d1'] }, 'en')).toEqual({ title: ['code', 'nameEn'],
    amount: 'amountRmb', details: ['sort', 'amount', 'needed', 'groups'] })
})

it('calls a record by its first column alone where the second says nothing, or is an amount', () => {
  expect(recordLineOf({ columns: ['code', 'sort'], fields, enable: 'enable' }, { id: '1', code: 'A' }, 'cn').title).toEqual(['code'])
  expect(
    recordLineOf({ columns: ['code', 'amount', 'amountRmb'], fields, enable: 'enable' }, { id: '1', code: 'A', amount: '1.00',
      amountRmb: '7.00' }, 'cn'),
  )
    .toEqual({ title: ['code'], amount: 'amountRmb', details: ['amount'] })
})
