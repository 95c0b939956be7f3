import { describe, expect, it } from 'vitest'
import { disclosed, disclosedResource, disclosedValue, widestColumns } from './disclosure.ts'
import { defineFields, money, text } from '../fields.ts'
import { defineResource } from '../resource.ts'

const part = defineResource({
  name: 'part',
  cn: '零件',
  en: 'Part',
  base: '/x',
  path: '/parts',
  table: 'part',
  key: 'code',
  fields: defineFields({ code: text({ cn: '编码', en: 'Code' }), note: text({ cn: '备注', en: 'Note' }),
    price: money({ cn: '价格', en: 'Price' }), licence: text({ cn: '许可', en: 'Licence' }) }),
  confidential: { licence: 'part:licence:view' },
  columns: ['code', 'note', 'price', 'licence'],
  filters: ['note', 'price'],
  search: ['code', 'note'],
  sort: [{ field: 'price' }, { field: 'code' }],
  optionFields: ['note', 'price'],
  import: { columns: [{ field: 'code' }, { field: 'note' }, { field: 'price' }], match: ['code'], onMatch: 'update' },
  can: { view: 'part:part:view' },
  scope: 'everyone',
})
const record = { id: '1', code: 'P', note: 'keep at 5 °C', price: '3.00', licence: 'L' }
const reader = (columns: Record<string, 'full' | 'readOnly' | 'masked' | 'hidden'>, permissions: readonly string[] = []) => ({
  permissions: new Set(permissions),
  columns: { part: columns },
})

describe('a record', () => {
  it('is shown without what is confidential, and without or with a part of what roles keep', () => {
    expect(disclosed(part, reader({ note: 'masked', price: 'hidden' }), record)).toEqual({ id: '1', code: 'P', note: '**** t5°C' })
    expect(disclosed(part, reader({ price: 'readOnly' }, ['part:licence:view']), record)).toEqual(record)
  })

  it('is not shown a confidential field because a role says so: that takes the right', () => {
    expect(disclosed(part, reader({ licence: 'full' }), record)).not.toHaveProperty('licence')
  })
})

it('a value is the same object where all of it is readable, and is otherwise copied', () => {
  const value = { title: 'x', account: '6222001234', rows: [{ note: 'a', price: '1' }, { note: 'b', price: '2' }] }
  expect(disclosedValue(value, () => 'full')).toBe(value)
  const shown = disclosedValue(value, (path) => (path === 'rows.price' ? 'hidden' : path === 'account' ? 'masked' : 'readOnly'))
  expect(shown).toEqual({ title: 'x', account: '**** 1234', rows: [{ note: 'a' }, { note: 'b' }] })
  expect(value.rows[0]).toEqual({ note: 'a', price: '1' })
})

describe('a resource as somebody knows it', () => {
  it('neither finds, orders, offers nor imports by what is hidden or masked', () => {
    const known = disclosedResource(part, reader({ note: 'masked', price: 'hidden' }))
    expect(known).toMatchObject({ columns: ['code', 'note'], filters: [], search: ['code'], sort: [{ field: 'code' }],
      optionFields: ['note'], import: { columns: [{ field: 'code' }] } })
    expect(Object.keys(known.fields)).toEqual(['code', 'note'])
    expect(known.fields['note']).toMatchObject({ readOnly: true })
    expect(Object.keys(known.confidential ?? {}).toSorted()).toEqual(['licence', 'note', 'price'])
  })

  it('is the same for whom nothing is kept from', () => {
    const { confidential: _, ...open } = part
    expect(disclosedResource(open, { permissions: new Set(), columns: {} })).toBe(open)
  })
})

it('of several roles the widest counts, and a role that says nothing has no say', () => {
  expect(widestColumns([{ part: { price: 'hidden', note: 'masked' } }, {}, { part: { price: 'readOnly' }, other: { x: 'full' } }])).toEqual(
    {
      part: { price: 'readOnly', note: 'masked' },
      other: { x: 'full' },
    },
  )
})
