import { definePlugin } from '#kernel/plugin.ts'
import { roles as formRoles } from '#plugins/forms/roles.ts'
import { testProduct, type CallAnswer, type TestProduct } from '#server/documents/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import system from '../plugin.ts'
import server from './plugin.ts'

/** A module with grantable roles. */
export const staff = definePlugin({ id: 'staff', roles: formRoles })

/**
 * Test product with the units group ─ east (E) ─ rd ─ (hard, soft) and sales; west (E) ─ stock. `anna` administers everything, `keeper` rd
 * with its sub-units; `wang` belongs to hard, `li` to hard and sales, `gone` has left.
 */
export async function organisationProduct(settings: Readonly<Record<string, string>> = {}) {
  const product = await testProduct({
    settings,
    plugins: [system, staff],
    serverPlugins: [server],
    now: new Date('2026-11-20T10:00:00+08:00'),
    content: {
      name: 'an organisation to administer',
      async fill({ host: { db } }) {
        const passwordHash = await hashPassword(testPassword, 10)
        const units = groups(db, new Date())
        await units.create({ id: 'group', type: 'GROUP', name: '集团/Group' })
        await units.create({ id: 'east', parent: 'group', type: 'ENTERPRISE', name: '东厂/East' })
        await units.create({ id: 'west', parent: 'group', type: 'ENTERPRISE', name: '西厂/West' })
        await units.create({ id: 'rd', parent: 'east', type: 'DEPARTMENT', name: '研发部/R&D', code: 'RD' })
        await units.create({ id: 'hard', parent: 'rd', type: 'DEPARTMENT', name: '硬件组/Hardware' })
        await units.create({ id: 'soft', parent: 'rd', type: 'DEPARTMENT', name: '软件组/Software' })
        await units.create({ id: 'sales', parent: 'east', type: 'DEPARTMENT', name: '销售部/Sales' })
        await units.create({ id: 'stock', parent: 'west', type: 'DEPARTMENT', name: '仓库/Stock' })
        await roles(db).grant('sealKeeper', ['system:org:*'])
        await roles(db).setScope('sealKeeper', '*', { scope: 'department', withSub: true, departments: [] })
        await roles(db).grant('departmentHead', ['form:x:view'])
        const person = (id: string, departments: readonly string[], more: object = {}) =>
          users(db, new Date()).create({ id, userName: id, name: `${id}中/${id}`, passwordHash, jobNumber: `J-${id}`,
            departments: departments.map((unit) => ({ id: unit })), ...more })
        await person('anna', ['group'], { admin: true })
        await person('keeper', ['rd'], { roles: ['sealKeeper'] })
        await person('wang', ['hard'])
        await person('li', ['hard', 'sales'])
        await person('gone', ['sales'], { enable: false, leavingDate: '2026-10-01' })
        await units.setHeads('rd', { head: 'wang', vicePresident: 'anna' })
        await units.setHeads('sales', { head: 'gone' })
      },
    },
  })
  return { product, ...callsOf(product) }
}

/** Code, message and field names of a refusal. */
export const said = (
  { code, msg, data }: CallAnswer<unknown>,
) => [code, msg, ...((data as { fields?: { name: string }[] } | null)?.fields ?? []).map(({ name }) => name)]

function callsOf({ app, as }: TestProduct) {
  const put = async <Data>(who: string, url: string, payload: object): Promise<CallAnswer<Data>> => {
    const answer = await app.inject({ method: 'PUT', url, payload,
      headers: { authorization: await as(who).bearer(), 'accept-language': 'zh_CN' } })
    return { status: answer.statusCode, ...answer.json<Omit<CallAnswer<Data>, 'status'>>() }
  }
  return { put }
}
