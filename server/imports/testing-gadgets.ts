import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { testDatabase } from '#server/database/testing.ts'
import { serverMessages } from '#server/server-messages.ts'
import { testApp, type TestApp, testCaller } from '#server/http/testing.ts'
import type { Caller } from '#server/identity/caller.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import type { RecordStep } from '#server/resources/rules.ts'
import { gadgetMigrations, gadgets, testHost } from '#server/resources/testing.ts'
import { workbookOf } from '#server/workbooks/testing.ts'
import { importMigrations } from './migrations.ts'
import { runRoutes } from './runs/runs.ts'
import { type ImportRequest, sendFile } from './testing.ts'

const people: Record<string, Partial<Caller>> = {
  admin: { admin: true, permissions: new Set(['*']) },
  keeper: { permissions: new Set(['test:gadget:*']), scopes: { '*': [{ scope: 'department', withSub: false, departments: [] }] },
    departments: ['d1'] },
  reader: { permissions: new Set(['test:gadget:view']) },
}

export const path = '/test/gadget'

/** The template's header, in both languages. */
export const header = {
  cn: ['编码*', '中文名称*', '英文名称', '价格', '数量', '购买日', '部门编码', '部门', '绑定部门', '状态', '启用'],
  en: ['Code*', 'Chinese name*', 'English name', 'Price', 'Count', 'Bought', 'Owner code', 'Owner', 'Bound departments', 'Status',
    'Enabled'],
} as const

export type Rows = readonly (readonly unknown[])[]

export const fileOf = (rows: Rows, language: 'cn' | 'en' = 'cn') =>
  workbookOf((sheet) => sheet.addRows([[...header[language]], ...rows.map((row) => [...row])]))

/** The failed rows of an answer. */
export const failuresOf = ({ data }: { data: { failures: readonly { row: number; column: string; reason: string }[] } }) =>
  data.failures.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)

export type GadgetWorld = Awaited<ReturnType<typeof gadgetWorld>>

/** Two instances on one database of gadgets, with the departments d1 and d2. Close them after the suite. */
export async function gadgetWorld() {
  const database = await testDatabase({ sets: [...gadgetMigrations, importMigrations], connections: 10 })
  for (const id of ['d1', 'd2'])
    await groups(database.db, new Date()).create({ id, code: id, type: 'DEPARTMENT', name: `部门${id}/Department ${id}` })
  const web = await instance(database.db)
  const second = await instance(database.second().db)
  return {
    db: database.db,
    web,
    second,
    send: async (rows: Rows, more: Partial<ImportRequest> = {}) =>
      sendFile(web.app, { path, who: 'admin', bytes: await fileOf(rows, more.language === 'en_US' ? 'en' : 'cn'), ...more }),
    stored: async () =>
      (await sql<
        { code: string; name_cn: string; price: string | null; version: number }
      >`select code, name_cn, price, version from gadget where del_flag = 0 order by code`
        .execute(database.db)).rows,
    clear: async () => void (await sql`delete from gadget`.execute(database.db)),
    async close() {
      await web.app.close()
      await second.app.close()
      await database.drop()
    },
  }
}

/** Fails only when the record is written. */
async function refuseDear({ value }: RecordStep) {
  if (Number(value['price']) === 777_777) throw new Refused('error.field.invalid', {}, [{ field: 'price', code: 'error.field.invalid' }])
}

async function instance(db: Parameters<typeof testHost>[0]): Promise<TestApp> {
  const { host, servers } = testHost(db, [gadgets], [{ id: 'gadgets', records: { gadget: { afterWrite: refuseDear } } }])
  const authenticate = async ({ headers }: { headers: { authorization?: string } }) => {
    const who = headers.authorization?.slice(7) ?? ''
    return testCaller(who, [], people[who])
  }
  return testApp(async (app) => {
    for (const server of servers) await server.routes?.(app, host)
    runRoutes(app, host)
  }, {}, { requestsPerMinute: 100_000, find: serverMessages([gadgets]), authenticate })
}
