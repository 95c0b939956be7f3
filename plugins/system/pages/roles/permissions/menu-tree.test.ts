import { describe, expect, it } from 'vitest'
import type { PermissionGroup, RoleMenu } from '#plugins/system/access-wire.ts'
import { allGrants, grantsLike, grantsOf, menuIdsOf, tickedOf, withGrant } from './permission-tree.ts'

const entry = (id: string, type: RoleMenu['type'], permission: string | null, ...children: RoleMenu[]): RoleMenu => ({ id, type,
  cn: `${id}中`, en: id, permission, children })
const menus = [
  entry('tea', 'M', null,
    entry('pots', 'C', 'tea:pot:view', entry('pots:edit', 'F', 'tea:pot:edit'), entry('pots:pour', 'F', 'tea:pot:pour')),
    entry('cups', 'C', 'tea:cup:view'), entry('news', 'C', null), entry('money', 'C', 'finance:*')),
]
const groups: readonly PermissionGroup[] = [{ id: 'tea', cn: '', en: '',
  rows: [{ prefix: 'tea:pot', cn: '', en: '',
    permissions: ['view', 'edit', 'pour'].map((action) => ({ permission: `tea:pot:${action}`, action })) }] }]
const grants = grantsOf(menus, { cn: '查看', en: 'View' })
const node = (key: string) => allGrants(grants).find((one) => one.key === key)!
const ticks = (granted: ReadonlySet<string>) =>
  Object.fromEntries(
    allGrants(grants).filter(({ permissions }) => permissions.length > 0).map((
      { key, permissions },
    ) => [key, tickedOf(granted, permissions)]),
  )

describe('the menu tree of a role', () => {
  it('ticks what stands above half as long as some of it is missing', () => {
    expect(ticks(new Set(['tea:pot:view']))).toEqual({ tea: 'some', pots: 'some', 'pots#': 'all', 'pots:edit': 'none', 'pots:pour': 'none',
      cups: 'none' })
    expect(ticks(new Set(['tea:pot:*', 'tea:cup:view']))).toEqual({ tea: 'all', pots: 'all', 'pots#': 'all', 'pots:edit': 'all',
      'pots:pour': 'all', cups: 'all' })
  })

  it('gives and takes the permissions that the matrix shows', () => {
    const permissions = withGrant(new Set(['other:thing:view']), node('pots'), { give: true, groups })
    expect([...permissions]).toEqual(['other:thing:view', 'tea:pot:view', 'tea:pot:edit', 'tea:pot:pour'])
    expect([...withGrant(permissions, node('pots:edit'), { give: false, groups })]).toEqual(['other:thing:view', 'tea:pot:view',
      'tea:pot:pour'])
    expect([...withGrant(new Set(['tea:pot:*']), node('pots:edit'), { give: false, groups })]).toEqual(['tea:pot:view', 'tea:pot:pour'])
  })

  it('is saved as the entries whose permission is held', () => {
    expect(menuIdsOf(menus, new Set(['tea:pot:view', 'tea:pot:pour', 'finance:rate:view']))).toEqual(['pots', 'pots:pour'])
  })

  it('finds an entry by name or permission, with what is around it', () => {
    expect(allGrants(grantsLike(grants, 'POUR')).map(({ key }) => key)).toEqual(['tea', 'pots', 'pots:pour'])
    expect(allGrants(grantsLike(grants, 'cups中')).map(({ key }) => key)).toEqual(['tea', 'cups'])
    expect(grantsLike(grants, 'saucer')).toEqual([])
  })
})
