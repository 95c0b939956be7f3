import { describe, expect, it } from 'vitest'
import type { PermissionRow } from '#plugins/system/access-wire.ts'
import { beside, has, inColumn, matches, tickedOf, withRights } from './permission-tree.ts'

const pots: PermissionRow = { prefix: 'tea:pot', cn: '茶壶', en: 'Pots',
  permissions: ['view', 'edit', 'pour'].map((action) => ({ permission: `tea:pot:${action}`, action })) }
const names = pots.permissions.map(({ permission }) => permission)

describe('a row', () => {
  it('is ticked, half ticked or not, also by what covers it', () => {
    expect(tickedOf(new Set(), names)).toBe('none')
    expect(tickedOf(new Set(['tea:pot:view']), names)).toBe('some')
    expect(tickedOf(new Set(['tea:pot:*']), names)).toBe('all')
    expect(tickedOf(new Set(['*']), names)).toBe('all')
    expect(has(new Set(['tea:cup:*']), 'tea:pot:view')).toBe(false)
  })

  it('keeps the other actions by name when one of all is taken', () => {
    expect([...withRights(new Set(['tea:pot:*', 'cake:view']), pots, ['tea:pot:edit'], false)]).toEqual(['cake:view', 'tea:pot:view',
      'tea:pot:pour'])
    expect([...withRights(new Set(['tea:pot:*']), pots, ['tea:pot:edit'], true)]).toEqual(['tea:pot:*'])
  })

  it('is not changed one by one while everything is held', () => {
    expect([...withRights(new Set(['*']), pots, names, false)]).toEqual(['*'])
  })

  it('has a column for usual actions, the rest beside', () => {
    expect(inColumn(pots, 'edit')).toBe('tea:pot:edit')
    expect(inColumn(pots, 'delete')).toBeUndefined()
    expect(beside(pots).map(({ action }) => action)).toEqual(['pour'])
  })

  it.each([['POT', true], ['茶', true], ['tea:pot:po', true], ['cup', false], [' ', true]])('is found by %j: %s', (keyword, found) => {
    expect(matches(pots, keyword)).toBe(found)
  })
})
