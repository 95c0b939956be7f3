import { expect, it } from 'vitest'
import { roleDefinitions } from '../role-definitions.ts'
import { declaredRoles } from './requirement-findings.ts'
import { label, plugin } from './testing.ts'

it('roles of modules stand in their place among those of the product, else after them in the order of the modules', () => {
  const all = declaredRoles([
    plugin({ roles: [{ key: 'last', ...label }, { key: 'second', ...label, sort: 1.5 }] }),
    plugin({ id: 'two', roles: [{ key: 'veryLast', ...label }] }),
  ])
  const [first, second, ...others] = roleDefinitions.map(({ key }) => key)
  expect(all.map(({ key }) => key)).toEqual([first, second, 'second', ...others, 'last', 'veryLast'])
  expect(all.find(({ key }) => key === 'second')).toMatchObject({ holders: 'members' })
})
