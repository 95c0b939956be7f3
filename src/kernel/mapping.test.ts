import { expect, it } from 'vitest'
import { defineFields, department, text } from './fields.ts'
import { defineMapping } from './mapping.ts'

it('a mapping ends with its validity, among fields, columns and filters', () => {
  const mapping = defineMapping({ name: 'route', cn: '路线', en: 'Routes', base: '/a', path: '/routes', table: 'route', key: 'place',
    scope: 'everyone', fields: defineFields({ place: text({ cn: '地点', en: 'Place' }), unit: department({ cn: '部门', en: 'Unit' }) }),
    columns: ['place', 'unit'], filters: ['unit'], can: { view: 'a:route:view' } as never })
  expect(Object.keys(mapping.fields)).toEqual(['place', 'unit', 'validFrom', 'validTo', 'status'])
  expect(mapping.columns).toEqual(Object.keys(mapping.fields))
  expect(mapping.filters).toEqual(['unit', 'status'])
  expect(mapping.fields.validFrom.required).toBe(true)
})
