import { testProduct, type TestProduct } from '#server/documents/testing.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import type { Plugin } from '#kernel/plugin.ts'
import system from '../plugin.ts'
import server from './plugin.ts'

/** Test product with this module, the administrator `admin` and the ordinary user `wang`, on 20 November 2026. */
export async function listsProduct(plugins: readonly Plugin[] = [], serverPlugins: readonly ServerPlugin[] = []): Promise<TestProduct> {
  return testProduct({
    plugins: [system, ...plugins],
    serverPlugins: [server, ...serverPlugins],
    now: new Date('2026-11-20T10:00:00+08:00'),
    content: {
      name: ['an administrator and an employee', ...plugins.map(({ id }) => id)].join(' '),
      async fill({ host: { db } }) {
        // cheap hash parameters, to speed up the tests
        const passwordHash = await hashPassword(testPassword, 10)
        await users(db, new Date()).create({ id: 'admin', userName: 'admin', name: '管理员/Admin', admin: true, passwordHash })
        await users(db, new Date()).create({ id: 'wang', userName: 'wang', name: '王伟/Wei Wang', passwordHash })
      },
    },
  })
}

/** A record in responses of the generic calls. */
export interface ListRecord {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** Field problems of a refusal. */
export interface FieldRefusals {
  readonly fields: readonly { readonly name: string; readonly message: string }[]
}
