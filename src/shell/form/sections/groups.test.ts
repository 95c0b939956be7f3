import { expect, it } from 'vitest'
import { type FieldDefinition, calculated, defineFields, money, person, select, table, text } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { rmb } from '#kernel/values/money.ts'
import { groupsOf, isOnlyRead, repeatedFigures, singleOf, startsWithTitle } from './section-content.ts'

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

it('fields of a block stand together, in a group of their own', () => {
  const isInBlock = (field: FieldDefinition) => field === fields.one || field === fields.rows
  expect(groupsOf(fields, ['two', 'one', 'rows', 'last'], { isInBlock })).toEqual([
    { id: 'grid/', kind: 'grid', names: ['two'] },
    { id: 'block/grid/', kind: 'block', names: ['one', 'rows'] },
    { id: 'grid/block/grid/', kind: 'grid', names: ['last'] },
  ])
})

it('a section that begins with a table has the title of the table, and none above it', () => {
  expect(startsWithTitle(groupsOf(fields, ['rows', 'more']))).toBe(true)
  expect(startsWithTitle(groupsOf(fields, ['one', 'rows']))).toBe(false)
})

it('what is only read stands in the line of figures, unless it is long, explained or open at a step', () => {
  const read = defineFields({
    title: text(label),
    who: person({ ...label, readOnly: true }),
    level: select({ ...label, dict: 'level', system: true, readOnly: true }),
    long: text({ ...label, readOnly: true, span: 2 }),
    explained: text({ ...label, readOnly: true, hint: label }),
    later: select({ ...label, dict: 'level', readOnly: true, editAt: ['check'] }),
  })
  expect(groupsOf(read, Object.keys(read), { isFigure: isOnlyRead }).map(({ kind, names }) => [kind, names])).toEqual([
    ['grid', ['title', 'long', 'explained', 'later']],
    ['figures', ['who', 'level']],
  ])
})

it('the title of a section stands for the label of its only field, also where that asks whether', () => {
  const form = {
    fields: defineFields({ called: text({ cn: '附件', en: 'Files' }), asked: text({ cn: '是否冲销', en: 'Offset an advance?' }) }),
  }
  expect(singleOf(form, ['called'], { cn: '附件', en: 'Files' })).toBe('called')
  expect(singleOf(form, ['asked'], { cn: '冲销', en: 'Offset an advance' })).toBe('asked')
  expect(singleOf(form, ['asked', 'called'], { cn: '冲销', en: 'Offset an advance' })).toBeUndefined()
})

it('a figure is left out where a table shows it as its total, and stays where the table shows another figure', () => {
  const of = (summary: 'sum' | 'average' | 'none') =>
    ({ fields: defineFields({
      items: table({ ...label, columns: { amount: money({ ...label, summary }) } }),
      total: calculated({ ...label, result: 'money', value: 'sum(items.amount)' }),
    }) }) as unknown as Form
  const value = { total: '30.00', items: [{ rowId: 'a', amount: '10.00' }, { rowId: 'b', amount: '20.00' }] }
  const left = (summary: 'sum' | 'average' | 'none') => [...repeatedFigures({ form: of(summary), value }, rmb)]
  expect([left('sum'), left('average'), left('none')]).toEqual([['total'], [], []])
})
