import { definePermissions } from '#kernel/permissions.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { roles as formRoles } from '#plugins/forms/roles.ts'
import { roles as systemRoles } from '../roles.ts'
import { testProduct, type TestProduct } from '#server/documents/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { defineServer } from '#server/plugin.ts'
import { positionLevels } from '../dictionaries/position-levels.ts'
import { cn, en } from '../people/texts.ts'
import { canRole, canScope, canUser } from '../permissions.ts'
import { peopleRoutes } from './people-routes.ts'
import { accountScope } from './users/guards.ts'

const system = definePlugin({ id: 'system', permissions: [canUser, canRole, canScope].flatMap((can) => Object.values(can)),
  dictionaries: [positionLevels],
  roleScopes: [{ key: 'level', cn: '职级', en: 'Position level', dict: 'positionLevel' }, { key: 'office', cn: '办公地点', en: 'Office',
    to: 'department' }], references: ['department'], locales: { cn, en } })
const server = defineServer({ id: 'system', routes: peopleRoutes, rowScopes: { user: accountScope } })

/** A module with grantable rights. */
const canTea = definePermissions('tea:pot', ['view', 'pour', 'export'])
const tea = definePlugin({ id: 'tea', permissions: Object.values(canTea), roles: [...systemRoles, ...formRoles],
  menus: [{ id: 'tea', cn: '茶水', en: 'Tea', sort: 50 }, { id: 'tea-pot', parent: 'tea', cn: '茶壶', en: 'Pots', path: '/pots',
    needs: canTea.view, sort: 10 }] })

/**
 * Test product with the units group ─ plant (E) ─ works ─ line, and office. `anna` and `berta` are administrators; `keeper` administers the
 * accounts of works and below, `rolekeeper` the roles; `worker` belongs to line, `clerk` to office.
 */
export function peopleProduct(): Promise<TestProduct> {
  return testProduct({
    plugins: [system, tea],
    serverPlugins: [server],
    now: new Date('2026-11-20T10:00:00+08:00'),
    content: {
      name: 'people to administer',
      async fill({ host: { db } }) {
        // cheap hash parameters, to speed up the tests
        const passwordHash = await hashPassword(testPassword, 10)
        await groups(db, new Date()).create({ id: 'group', type: 'GROUP', name: '集团/Group' })
        await groups(db, new Date()).create({ id: 'plant', parent: 'group', type: 'ENTERPRISE', name: '公司/Plant', code: 'P' })
        await groups(db, new Date()).create({ id: 'works', parent: 'plant', type: 'DEPARTMENT', name: '工厂/Works', code: 'W' })
        await groups(db, new Date()).create({ id: 'line', parent: 'works', type: 'DEPARTMENT', name: '产线/Line', code: 'L' })
        await groups(db, new Date()).create({ id: 'office', parent: 'plant', type: 'DEPARTMENT', name: '办公室/Office', code: 'O' })
        await roles(db).grant('hr', ['system:user:*', 'tea:pot:view'])
        await roles(db).setScope('hr', '*', { scope: 'department', withSub: true, departments: [] })
        await roles(db).grant('oaAdmin', ['system:role:*', 'system:dataScope:*', 'tea:pot:*'])
        await roles(db).grant('administrator', ['*'])
        await roles(db).setScope('administrator', '*', { scope: 'all', withSub: true, departments: [] })
        await roles(db).grant('buyer', ['tea:pot:view'])
        await roles(db).grant('cashier', ['tea:pot:pour'])
        const person = (id: string, department: string, held: readonly string[] = [], admin = false) =>
          users(db, new Date()).create({ id, userName: id, name: `${id}中/${id}`, passwordHash, jobNumber: `J-${id}`,
            departments: [{ id: department }], roles: held, admin })
        await person('anna', 'office', ['administrator'], true)
        await person('berta', 'office', ['administrator'], true)
        await person('keeper', 'works', ['hr'])
        await person('rolekeeper', 'office', ['oaAdmin'])
        await person('worker', 'line')
        await person('clerk', 'office', ['cashier'])
      },
    },
  })
}
