import { describe, expect, it } from 'vitest'
import { defineFields, department, table, text } from '#kernel/fields.ts'
import { approve, both, defineFlow, departmentHead, role, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { awaitedField } from './PathPreview.tsx'

const label = { cn: '示例', en: 'Sample' }
const form = defineForm({
  ...label,
  key: 'madeUp',
  path: '/made-up',
  prefix: 'MU',
  group: 'sample',
  icon: 'file',
  fields: defineFields({
    title: text(label),
    bearer: department({ cn: '承担部门', en: 'Charged department', as: 'bearingDepartment' }),
    items: table({ ...label, columns: { bearer: department({ cn: '行承担部门', en: 'Row department', as: 'bearingDepartment' }) } }),
  }),
  flow: defineFlow([
    approve('head', departmentHead('expenseDeptIdList'), label),
    { block: 'exclusive', id: 'split',
      branches: [{ when: 'true', steps: [approve('both', both(vicePresident('items.bearer'), departmentHead()), label)] }],
      otherwise: [approve('books', role('accountant', 'bearer'), label)] },
    approve('cashier', role('cashier'), label),
  ]),
})

const awaited = (node: string, value: FormValue) => awaitedField(form, value, node)?.en

describe('the field that decides who a node asks', () => {
  it('is the first empty one that its rule reads, whatever it is called', () => {
    expect(awaited('head', {})).toBe('Charged department')
    expect(awaited('head', { bearer: 'd1', items: [{ rowId: '1' }] })).toBe('Row department')
    expect(awaited('books', {})).toBe('Charged department')
    expect(awaited('both', { bearer: 'd1' })).toBe('Row department')
  })
  it('is none where everything is there, or nothing is read', () => {
    expect(awaited('head', { bearer: 'd1', items: [{ rowId: '1', bearer: 'd2' }] })).toBeUndefined()
    expect(awaited('cashier', {})).toBeUndefined()
    expect(awaited('unknown', {})).toBeUndefined()
  })
})
