import declarations from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { transaction } from '#server/database/transaction.ts'
import { testProduct, type TestProduct, type TestProductOptions } from '#server/documents/testing.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { testPassword } from '#server/identity/testing.ts'
import { demoSamples } from './extension-points.ts'
import { foundCompany } from './found-company.ts'

/** Fixed clock of the demo company: a Friday morning. */
export const today = new Date('2026-11-20T10:00:00+08:00')

/** The samples that the modules of the product bring. */
export const samples = demoSamples.in(serverPlugins)

/** Test product with the demo company without documents; everyone signs in with `testPassword`. */
export function demoProduct({ connections, settings }: Pick<TestProductOptions, 'connections' | 'settings'> = {}): Promise<TestProduct> {
  return testProduct({
    plugins: declarations,
    serverPlugins,
    now: today,
    connections,
    settings,
    content: {
      name: 'demo company',
      // cheap hash parameters, to speed up the tests
      fill: async ({ host }) => {
        const password = await hashPassword(testPassword, 10)
        await transaction(host.db, (db) => foundCompany(db, host, password, samples))
      },
    },
  })
}
