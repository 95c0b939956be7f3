import { expect, it } from 'vitest'
import { formFindings } from '../composition/form-findings.ts'
import { date, defineFields, money, table, text } from '../fields.ts'
import { approve, defineFlow, initiator } from '../flow.ts'
import { defineForm, type Unique } from '../form.ts'
import { alikeRows, uniqueKeys } from './unique.ts'

const label = { cn: '甲', en: 'A' }
const formWith = (...unique: readonly Unique[]) =>
  defineForm({
    key: 'price',
    ...label,
    path: '/price',
    prefix: 'P',
    group: 'it',
    icon: 'file',
    unique,
    flow: defineFlow([approve('check', initiator, { ...label, confirms: true })]),
    fields: defineFields({ no: text(label), supplier: text(label), rate: money(label),
      files: table({ ...label, columns: { code: text(label) } }),
      items: table({ ...label, columns: { material: text({ cn: '料号', en: 'Material' }), from: date(label), to: date(label) } }) }),
  })
const keys = (unique: Unique, value: object) =>
  uniqueKeys(formWith(unique), value as Record<string, unknown>).map(({ space, key, path }) => [space, key, path])

it('compares texts without case and outer blanks, amounts by what they are, and nothing that is empty', () => {
  expect(keys({ among: 'live', by: ['no', 'rate'] }, { no: ' Ht-1', rate: '1.50' })).toEqual([['price no rate', '["ht-1","1.5"]', 'no']])
  expect(keys({ among: 'live', by: ['no', 'rate'] }, { no: 'HT-1' })).toEqual([])
  expect(keys({ among: 'live', by: ['no'], across: 'contract' }, { no: 'x' })).toEqual([['contract', '["x"]', 'no']])
})

it('compares rows by their columns first, then by the form, and each other', () => {
  const unique: Unique = { among: 'live', rows: 'items', by: ['material', 'supplier'], span: ['from', 'to'] }
  const row = (material: string, from: string | null, to: string | null) => ({ material, from, to })
  expect(keys(unique, { supplier: 'S', items: [row('M', null, null), row('', null, null)] })).toEqual([['price items material supplier',
    '["m","s"]', 'items.0.material']])
  const problemsOf = (...items: object[]) =>
    alikeRows(formWith(unique), { supplier: 'S', items }).map(({ field, parameters }) => [field, parameters?.['i'], parameters?.['j']])
  expect(problemsOf(row('M', '2026-01-01', '2026-01-31'), row('N', null, null), row('m', '2026-01-31', null))).toEqual([['items.2.material',
    1, 3]])
  expect(problemsOf(row('M', '2026-01-01', '2026-01-31'), row('M', '2026-02-01', null), row('M', null, '2025-12-31'))).toEqual([])
})

it.each<[string, Unique, string[]]>([
  ['a column without its table', { among: 'live', by: ['material'] }, ['unique › by']],
  ['no field', { among: 'live', by: [] }, ['unique › by']],
  ['a table', { among: 'live', by: ['items'] }, ['unique › by']],
  ['a form’s field first among rows', { among: 'live', rows: 'items', by: ['supplier', 'material'] }, ['unique › by']],
  ['no table', { among: 'live', rows: 'no', by: ['no'] }, ['unique › rows']],
  ['no day', { among: 'live', by: ['no'], span: ['no', 'rate'] }, ['unique › span', 'unique › span']],
  ['a sound one', { among: 'live', rows: 'items', by: ['material', 'no'], span: ['from', 'to'] }, []],
])('is declared of fields that can be compared: %s', (_, unique, where) => {
  expect(formFindings(formWith(unique)).map((found) => found.where)).toEqual(where)
})

it('compares columns without repeated values among the rows of one document only', () => {
  const form = defineForm({ ...formWith(),
    fields: defineFields({ items: table({ ...label, uniqueColumns: ['name'], columns: { name: text({ cn: '姓名', en: 'Name' }) } }) }) })
  const value = { items: [{ rowId: 'a', name: '李思远' }, { rowId: 'b', name: null }, { rowId: 'c', name: ' 李思远 ' }] }
  expect(alikeRows(form, value)).toMatchObject([{ field: 'items.2.name', code: 'field.rowsAlike', parameters: { i: 1, j: 3 } }])
  expect(uniqueKeys(form, value)).toEqual([])
})
