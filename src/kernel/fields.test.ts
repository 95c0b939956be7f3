import { describe, expect, expectTypeOf, it } from 'vitest'
import { attachment, calculated, checkbox, date, daterange, defineFields, documentLink, integer, money, multiselect, override, people,
  person, rate, type TableRow, select, table, text, title, toggle, type ValueOf } from './fields.ts'

const fields = defineFields({
  heading: title({ cn: '标题', en: 'Heading' }),
  name: text({ cn: '名称', en: 'Name', required: true, max: 30 }),
  amount: money({ cn: '金额', en: 'Amount', required: 'kind = "1"' }),
  count: integer({ cn: '数量', en: 'Count' }),
  day: date({ cn: '日期', en: 'Day' }),
  period: daterange({ cn: '期间', en: 'Period' }),
  kind: select({ cn: '类别', en: 'Kind', dict: 'kind' }),
  tags: multiselect({ cn: '标签', en: 'Tags' }),
  agreed: checkbox({ cn: '同意', en: 'Agreed' }),
  urgent: toggle({ cn: '紧急', en: 'Urgent' }),
  owner: person({ cn: '负责人', en: 'Owner' }),
  team: people({ cn: '成员', en: 'Team' }),
  links: documentLink({ cn: '关联', en: 'Links' }),
  files: attachment({ cn: '附件', en: 'Files' }),
  stars: rate({ cn: '评分', en: 'Stars' }),
  total: calculated({ cn: '合计', en: 'Total', value: 'amount', result: 'money' }),
  rows: table({ cn: '明细', en: 'Rows',
    columns: { price: money({ cn: '单价', en: 'Price' }), quantity: integer({ cn: '数量', en: 'Quantity' }) } }),
})

type Value = ValueOf<typeof fields>

describe('the type of a value follows from its fields', () => {
  it('for each kind', () => {
    expectTypeOf<Value['name']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Value['amount']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Value['count']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Value['day']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Value['period']>().toEqualTypeOf<readonly [string, string] | null | undefined>()
    expectTypeOf<Value['tags']>().toEqualTypeOf<readonly string[] | null | undefined>()
    expectTypeOf<Value['agreed']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<Value['urgent']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<Value['owner']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Value['team']>().toEqualTypeOf<readonly string[] | null | undefined>()
    expectTypeOf<Value['files']>().toEqualTypeOf<readonly string[] | null | undefined>()
    expectTypeOf<Value['stars']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Value['total']>().toEqualTypeOf<string | boolean | null | undefined>()
  })

  it('for rows, each with its id', () => {
    type ValueRow = NonNullable<Value['rows']>[number]
    expectTypeOf<ValueRow['rowId']>().toEqualTypeOf<string>()
    expectTypeOf<ValueRow['price']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<ValueRow['quantity']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<ValueRow>().toEqualTypeOf<TableRow<(typeof fields)['rows']['columns']>>()
  })

  it('and refuses a field that is not there, or a value of another type', () => {
    expectTypeOf<Value>().not.toHaveProperty('nothing')
    expectTypeOf<{ amount: number }>().not.toExtend<Value>()
    expectTypeOf<{ amount: string; rows: { rowId: string; quantity: number }[] }>().toExtend<Value>()
  })

  it('also where a shared part was narrowed', () => {
    const narrowed = override(fields, { name: { max: 10 }, amount: { required: true } })
    expectTypeOf<ValueOf<typeof narrowed>['amount']>().toEqualTypeOf<string | null | undefined>()
    expect([narrowed.name.max, narrowed.name.cn, narrowed.amount.required, narrowed.count]).toEqual([10, '名称', true, fields.count])
  })
})

it('is plain frozen data', () => {
  expect(JSON.parse(JSON.stringify(fields))).toEqual(fields)
  expect(Object.isFrozen(fields) && Object.isFrozen(fields.name) && Object.isFrozen(fields.rows)).toBe(true)
})
