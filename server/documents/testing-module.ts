import type { Plugin } from '#kernel/plugin.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { users } from '#server/identity/organisation/users.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { getFile, sendFile } from '#server/imports/testing.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import { testProduct, type TestProduct } from './testing.ts'

/**
 * A module, with the modules it requires; without these only its records are tested, and its forms by their contracts in the demo
 * company.
 */
interface ModuleOptions {
  readonly plugin: Plugin
  readonly server: ServerPlugin
  readonly required?: { readonly plugins: readonly Plugin[]; readonly servers: readonly ServerPlugin[] }
}

/** A product with a single module (and those it requires), and calls for workbooks. */
export interface ModuleProduct extends TestProduct {
  /** Downloads a workbook in English. */
  file(who: string, url: string): ReturnType<typeof getFile>
  /** Uploads a workbook for import, in English. */
  importFile(who: string, path: string, bytes: Uint8Array): ReturnType<typeof sendFile>
}

/**
 * The module on 20 November 2026, in a company with the departments `d1` and `d2`. `admin` has all permissions, `keeper` those of the
 * module for records of `d1`, `stranger` none.
 */
export async function moduleProduct({ plugin: declared, server, required }: ModuleOptions): Promise<ModuleProduct> {
  const plugin = required ? declared : { ...declared, forms: [] }
  const product = await testProduct({
    plugins: [...(required?.plugins ?? []), plugin],
    serverPlugins: [...(required?.servers ?? []), server],
    now: new Date('2026-11-20T10:00:00+08:00'),
    content: { name: `a company that has ${plugin.id}`, fill: ({ host }) => company(host.db, plugin) },
  })
  const tokenOf = async (who: string) => (await product.as(who).bearer()).replace('Bearer ', '')
  return {
    ...product,
    file: async (who, url) => getFile(product.app, url, await tokenOf(who), 'en_US'),
    importFile: async (who, path, bytes) => sendFile(product.app, { path, who: await tokenOf(who), language: 'en_US', bytes }),
  }
}

async function company(db: TestProduct['database']['db'], { permissions }: Plugin): Promise<void> {
  // a cheap hash, since signing in is not under test
  const passwordHash = await hashPassword(testPassword, 10)
  for (const id of ['d1', 'd2'])
    await groups(db, new Date()).create({ id, code: id, type: 'DEPARTMENT', name: `部门${id}/Department ${id}` })
  await roles(db).ensure(new Date(), [{ key: 'keeper', cn: '保管员', en: 'Keeper', holders: 'members' }])
  await roles(db).grant('keeper', permissions)
  await roles(db).setScope('keeper', '*', { scope: 'department', withSub: false, departments: [] })
  for (const id of ['admin', 'keeper', 'stranger']) {
    await users(db, new Date()).create({ id, userName: id, name: `${id}/${id}`, passwordHash, admin: id === 'admin',
      departments: [{ id: 'd1' }], roles: id === 'keeper' ? ['keeper'] : [] })
  }
}
