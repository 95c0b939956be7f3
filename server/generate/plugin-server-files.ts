import type { Names } from './names.ts'

/** The server half of a new module: its table, what the table's constraints mean to a person, and a test over HTTP. */
export function pluginServerFiles(names: Names): Record<string, string> {
  const { kebab, camel, snake } = names
  const folder = `plugins/${kebab}/server`
  return {
    [`${folder}/migrations.ts`]: `import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/record-columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-${kebab}',
    async up(run) {
      await run(sql\`
        create table ${snake} (
          \${recordColumns},
          code varchar(30) not null,
          name_cn varchar(30) not null,
          name_en varchar(30) not null,
          department_id varchar(32) not null,
          manager varchar(32),
          valid_from date not null,
          valid_to date,
          enable boolean not null default true,
          constraint ${snake}_validity check (valid_to >= valid_from)
        );
        create unique index ${snake}_code on ${snake} (code) where del_flag = 0;
        create index ${snake}_department on ${snake} (department_id)\`)
    },
  },
]
`,
    [`${folder}/plugin.ts`]: `import { defineServer } from '#server/plugin.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { migrations } from './migrations.ts'

/** What a violated constraint of the table means to a person. */
const rules: RecordRules = {
  constraints: { ${snake}_validity: { code: '${camel}.validityOrder', fields: ['validTo'] } },
}

export default defineServer({ id: '${kebab}', migrations, records: { ${camel}: rules } })
`,
    [`${folder}/${kebab}.integration.test.ts`]: test(names),
  }
}

const test = ({ kebab, camel }: Names) => `import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { hostTexts } from '#server/server-messages.ts'
import { testApp, testCaller, type TestApp } from '#server/http/testing.ts'
import type { Caller } from '#server/identity/caller.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { importMigrations } from '#server/imports/migrations.ts'
import { filledIn, getFile, sendFile, textsOf } from '#server/imports/testing.ts'
import { testHost } from '#server/resources/testing.ts'
import plugin from '../plugin.ts'
import { can } from '../permissions.ts'
import { migrations } from './migrations.ts'
import server from './plugin.ts'

/** The keeper sees department d1 only. */
const people: Readonly<Record<string, Partial<Caller>>> = {
  admin: { admin: true, permissions: new Set(['*']) },
  keeper: { permissions: new Set(Object.values(can)), departments: ['d1'], scopes: { '*': [{ scope: 'department', withSub: false, departments: [] }] } },
  stranger: { permissions: new Set() },
}

interface Data {
  readonly id: string
  readonly version: number
  readonly fields: readonly { readonly name: string; readonly message: string }[]
  readonly records: readonly { readonly code: string; readonly nameEn: string }[]
}

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets: [identityMigrations, importMigrations, { id: '${kebab}', migrations }] })
  for (const id of ['d1', 'd2']) await groups(database.db).create({ id, code: id, type: 'DEPARTMENT', name: \`部门\${id}/Department \${id}\` })
  const { host, servers } = testHost(database.db, [plugin], [server])
  const authenticate = async ({ headers }: { headers: { authorization?: string } }) => {
    const name = headers.authorization?.slice(7) ?? ''
    return testCaller(name, [], people[name])
  }
  web = await testApp(
    async (app) => {
      for (const { routes } of servers) await routes?.(app, host)
    },
    {},
    { authenticate, find: hostTexts([plugin]) },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(who: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: \`Bearer \${who}\`, 'accept-language': 'en_US' } })
  return { status: answer.statusCode, ...answer.json<{ code: number; data: Data }>() }
}
const base = '/${kebab}/${camel}'
const value = (code: string, rest: object = {}) => ({ code, nameCn: '一号', nameEn: 'Number one', departmentId: 'd1', validFrom: '2026-01-01', ...rest })
const add = (body: object, who = 'admin') => call(who, 'POST', \`\${base}/add\`, body)

describe('a record', () => {
  it('is added, read, changed and disabled', async () => {
    const { code, data } = await add(value('A-1'))
    expect(code).toBe(200)
    expect((await call('admin', 'GET', \`\${base}/\${data.id}\`)).data).toMatchObject({ ...value('A-1'), enable: true })
    expect((await call('admin', 'PUT', \`\${base}/update\`, { id: data.id, version: 0, nameEn: 'Renamed' })).data).toMatchObject({ nameEn: 'Renamed', version: 1 })
    expect((await call('admin', 'PUT', \`\${base}/enable/\${data.id}?enable=false\`)).data).toMatchObject({ enable: false })
  })

  it('has a code of its own and ends after it begins', async () => {
    await add(value('B-1'))
    expect(await add(value('B-1'))).toMatchObject({ code: 42009, data: { fields: [{ name: 'code' }] } })
    expect((await add(value('B-2', { validTo: '2025-12-31' }))).data.fields).toMatchObject([
      { name: 'validTo', message: 'The last day of validity must not be before the first' },
    ])
  })

  it.each([
    ['a code in small letters', 'code', { code: 'b-3' }],
    ['an unknown department', 'departmentId', { departmentId: 'd9' }],
    ['an unknown field', 'colour', { colour: 'red' }],
  ])('is refused with %s', async (_, field, wrong) => {
    expect(await add(value('B-3', wrong))).toMatchObject({ code: 42009, data: { fields: [{ name: field }] } })
  })
})

describe('a workbook', () => {
  it('is the template filled in: new records are added, those of a known code changed, and wrong rows told', async () => {
    const { bytes } = await getFile(web.app, \`\${base}/template\`, 'admin', 'en_US')
    await add(value('D-1'))
    const rows = [['D-1', '改名', 'Renamed', 'd1', '', '2026-01-01', '', 'Yes'], ['D-2', '二号', 'Number two', 'd2', '', '2026-01-01', '2026-12-31', 'No'], ['D-3', '三号', 'Number three', 'd9', '', '2026-01-01']]
    const answer = await sendFile(web.app, { path: base, who: 'admin', language: 'en_US', bytes: await filledIn(bytes, rows) })
    expect(answer.data).toMatchObject({ total: 3, success: 2, failed: 1, failures: [{ row: 5, column: expect.stringContaining('Department') }] })
    const { data } = await call('admin', 'POST', \`\${base}/page\`, { keyword: 'D-' })
    expect(data.records).toMatchObject([{ code: 'D-1', nameEn: 'Renamed' }, { code: 'D-2', departmentId: 'd2', enable: false }])
  })

  it('holds the records that one sees, and is imported again without changing anything', async () => {
    const { bytes } = await getFile(web.app, \`\${base}/export?keyword=D-\`, 'keeper')
    expect((await textsOf(bytes)).map(([code]) => code)).toEqual(['编码', 'D-1'])
    expect((await sendFile(web.app, { path: base, who: 'keeper', bytes })).data).toMatchObject({ total: 1, unchanged: 1, failed: 0 })
    expect((await getFile(web.app, \`\${base}/export\`, 'stranger')).status).toBe(403)
  })
})

describe('who may', () => {
  it('see: holders of the permission, the records of their departments', async () => {
    await add(value('C-1'))
    await add(value('C-2', { departmentId: 'd2' }))
    const { data } = await call('keeper', 'POST', \`\${base}/page\`, { keyword: 'C-' })
    expect(data.records.map(({ code }) => code)).toEqual(['C-1'])
    expect((await call('stranger', 'POST', \`\${base}/page\`, {})).status).toBe(403)
  })

  it('read, change and switch it: the same, as if there were no other', async () => {
    const { data } = await add(value('C-6', { departmentId: 'd2' }))
    expect((await call('keeper', 'GET', \`\${base}/\${data.id}\`)).status).toBe(404)
    expect((await call('keeper', 'PUT', \`\${base}/update\`, { id: data.id, version: 0, nameEn: 'Mine' })).status).toBe(404)
    expect((await call('keeper', 'PUT', \`\${base}/enable/\${data.id}?enable=false\`)).status).toBe(404)
  })

  it('add: holders of the permission, to their departments', async () => {
    expect((await add(value('C-3'), 'keeper')).code).toBe(200)
    expect((await add(value('C-4', { departmentId: 'd2' }), 'keeper')).status).toBe(403)
    expect((await add(value('C-5'), 'stranger')).status).toBe(403)
  })
})
`
