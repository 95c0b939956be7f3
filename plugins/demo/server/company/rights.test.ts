import { expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { grantable } from '#plugins/system/server/roles/catalogue.ts'
import { grants } from './rights.ts'

it('the roles of the demo company are granted declared permissions only, areas of them included', () => {
  const isGrantable = grantable(declarations)
  const granted = Object.entries(grants).flatMap(([role, permissions]) => permissions.map((permission) => ({ role, permission })))
  expect(granted.length).toBeGreaterThan(0)
  expect(granted.filter(({ permission }) => !isGrantable(permission))).toEqual([])
})
