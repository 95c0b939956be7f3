import { expect, it } from 'vitest'
import { calculated, defineFields, table, text } from '#kernel/fields.ts'
import { groupsOf } from './groups.ts'

const label = { cn: '名', en: 'Name' }
const fields = defineFields({
  one: text(label),
  sum: calculated({ ...label, result: 'money', value: '1' }),
  two: text(label),
  rows: table({ ...label, columns: { cell: text(label) } }),
  more: table({ ...label, columns: { cell: text(label) } }),
  last: text(label),
})

it('a figure between fields does not part them; figures come last, and each table stands alone', () => {
  expect(groupsOf(fields, ['one', 'sum', 'two', 'rows', 'more', 'last', 'gone'])).toEqual([
    { id: 'grid/', kind: 'grid', names: ['one', 'two'] },
    { id: 'rows', kind: 'table', names: ['rows'] },
    { id: 'more', kind: 'table', names: ['more'] },
    { id: 'grid/more', kind: 'grid', names: ['last'] },
    { id: 'figures', kind: 'figures', names: ['sum'] },
  ])
})
