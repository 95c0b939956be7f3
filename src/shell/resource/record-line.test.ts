import { expect, it } from 'vitest'
import { defineFields, integer, money, multiselect, person, text, toggle } from '#kernel/fields.ts'
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
const resource = { key: 'code', columns: ['code', 'sort', 'nameCn', 'nameEn', 'amount', 'amountRmb', 'needed', 'groups', 'enable'], fields,
  enable: 'enable' }

it('calls a record without a name by its first column, and by the second where that says what it is without a label', () => {
  const columns = ['code', 'sort', 'amount']
  expect(recordLineOf({ ...resource, columns }, { id: '1', sort: 3 }, 'cn')).toEqual({ title: ['code'], amount: 'amount',
    details: ['sort'] })
  const held = { ...fields,
    ...defineFields({ holder: person({ cn: '持有人', en: 'Holder' }), holderName: text({ cn: '姓名', en: 'Name' }),
      room: text({ cn: '房间', en: 'Room' }) }) }
  const titleOf = (second: string, designed?: { page: string }) =>
    recordLineOf({ ...resource, fields: held, columns: ['code', second], ...(designed && { designed }) }, { id: '1', [second]: 'x' }, 'cn')
      .title
  expect(titleOf('holder')).toEqual(['code', 'holder'])
  expect(titleOf('holderName')).toEqual(['code', 'holderName'])
  expect(titleOf('room')).toEqual(['code'])
  expect(titleOf('holder', { page: 'keys' })).toEqual(['code'])
})

it('calls a record what its reader calls it, and leaves out what it has not', () => {
  const record = { id: '1', code: 'A', nameCn: '甲', nameEn: 'A', amount: '1.00', amountRmb: '7.00', sort: 0, needed: false, groups: [],
    enable: true }
  expect(recordLineOf(resource, record, 'cn')).toEqual({ title: ['code', 'nameCn'], amount: 'amountRmb', details: ['sort', 'amount'] })
  expect(recordLineOf(resource, { ...record, needed: true, groups: ['d1'] }, 'en')).toEqual({ title: ['code', 'nameEn'],
    amount: 'amountRmb', details: ['sort', 'amount', 'needed', 'groups'] })
})

it('calls a record by its first column alone where the second says nothing, or is an amount', () => {
  expect(recordLineOf({ ...resource, columns: ['code', 'sort'] }, { id: '1', code: 'A' }, 'cn').title).toEqual(['code'])
  expect(
    recordLineOf({ ...resource, columns: ['code', 'amount', 'amountRmb'] }, { id: '1', code: 'A', amount: '1.00', amountRmb: '7.00' },
      'cn'),
  )
    .toEqual({ title: ['code'], amount: 'amountRmb', details: ['amount'] })
})
