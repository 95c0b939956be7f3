import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFinder } from '#kernel/wording/translate.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { listSchema } from '#server/resources/lists/list-schema.ts'
import { testApp, type TestApp, testCaller } from '#server/http/testing.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { identityReferences } from '#server/identity/organisation/directory-references.ts'
import { defineServer } from '#server/plugin.ts'
import { testHost } from '#server/resources/testing.ts'
import currencies from '#plugins/currencies/plugin.ts'
import { currencies as currencyRecords } from '#plugins/currencies/server/public-api.ts'
import { migrations as currencyMigrations } from '#plugins/currencies/server/migrations.ts'
import currencyServer from '#plugins/currencies/server/plugin.ts'
import masters from './plugin.ts'
import { accountSource, banks, payeeAccounts } from './server/bank-accounts.ts'
import { migrations } from './server/migrations.ts'
import server from './server/plugin.ts'

let database: TestDatabase
let web: TestApp
let payroll: string
let supplier: string

beforeAll(async () => {
  database = await testDatabase({
    sets: [identityMigrations, listSchema([]), { id: 'currencies', migrations: currencyMigrations }, { id: 'masters', migrations }],
  })
  const { db } = database
  await dictionaries(db).synchronise(masters.dictionaries, new Date())
  await currencyRecords(db).save({ code: 'CNY', symbol: '￥', nameCn: '人民币', nameEn: 'RMB', by: 'test', at: new Date() })
  await banks(db).save({ name: '招商银行', branch: '招商银行苏州分行', branchNo: '308305000014', city: '苏州', by: 'test', at: new Date() })
  await banks(db).save({ name: '中国银行', branch: '东莞分行', branchNo: '104602000018', swift: 'BKCHCNBJ', city: '东莞', by: 'test',
    at: new Date() })
  const account = { accountName: '王伟', bank: '招商银行', accountType: '2', currency: 'CNY', by: 'test', at: new Date() } as const
  payroll = await payeeAccounts(db).add({ ...account, ownerType: 'user', ownerId: 'wang', accountNo: '6225888800001111', payroll: true })
  await payeeAccounts(db).add({ ...account, ownerType: 'user', ownerId: 'li', accountNo: '6225888800002222' })
  supplier = await payeeAccounts(db).add({ ...account, ownerType: 'supplier', ownerId: 's1', accountName: '供应商', accountNo: '32250198',
    accountType: '1' })
  const { host, servers } = testHost(db, [currencies, masters], [currencyServer, server,
    defineServer({ id: 'people', references: identityReferences })])
  web = await testApp(
    async (app) => {
      for (const { routes } of servers) await routes?.(app, host)
    },
    { wang: [], li: [], keeper: ['master:supplier:*', 'master:supplierAccount:*', 'master:material:*'] },
    { find: textFinder(masters.locales) },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: `Bearer ${who}` } })
  return answer.json<
    { code: number; msg: string;
      data: { id: string; version: number; total: number; accountNo: string; records: { proceedsAccount: string; accountNo: string }[] } }
  >()
}

it('finds bank branches by name, number and pinyin', async () => {
  expect((await call('wang', 'GET', '/public/bank/list?keyword=zsyh')).data).toEqual([{ bankName: '招商银行苏州分行',
    branchNo: '308305000014', swift: null, city: '苏州' }])
  expect((await call('wang', 'GET', '/public/bank/list?keyword=BKCH')).data).toMatchObject([{ bankName: '中国银行东莞分行' }])
  expect((await call('wang', 'GET', '/public/bank/list')).data).toHaveLength(2)
})

describe('payee accounts', () => {
  it('are offered to their owner; the suppliers’ to everybody', async () => {
    const numbers = async (who: string, context = {}) =>
      (await call(who, 'POST', '/system/reference/bankAccount/page', { context })).data.records.map(({ proceedsAccount }) =>
        proceedsAccount
      )
    expect(await numbers('wang')).toEqual(['6225888800001111', '**** 0198'])
    expect(await numbers('li')).toEqual(['6225888800002222', '**** 0198'])
    expect(await numbers('keeper')).toEqual(['32250198'])
    expect(await numbers('li', { currencyType: 'USD' })).toEqual([])
  })

  it('are found by what their reader is shown of them', async () => {
    const found = async (who: string, keyword: string) =>
      (await call(who, 'POST', '/system/reference/bankAccount/page', { keyword })).data.total
    expect(await Promise.all(['3225', '225019', '0198', '供应商'].map((keyword) => found('li', keyword)))).toEqual([0, 0, 1, 1])
    expect(await Promise.all(['3225', '225019', '0198'].map((keyword) => found('keeper', keyword)))).toEqual([1, 1, 1])
    expect(await found('li', '6225888800002')).toBe(1)
  })

  it('follow the columns of a role', async () => {
    const clerk = testCaller('clerk', ['master:supplierAccount:view'], {
      columns: { supplierAccount: { bank: 'hidden', branchNo: 'hidden' } },
    })
    const reader = { caller: clerk, departments: async () => 'all' as const }
    const query = { current: 1, size: 10, context: {}, today: '2026-11-01' }
    const { records: [offered] } = await accountSource.candidates(database.db, { ...query, keyword: '供应商' }, reader)
    expect(offered).toMatchObject({ name: '供应商 •••• 0198', proceedsAccount: '32250198' })
    expect(JSON.stringify([offered, await accountSource.find(database.db, [supplier], reader)])).not.toContain('招商银行')
    expect((await accountSource.candidates(database.db, { ...query, keyword: '招商' }, reader)).total).toBe(0)
    expect(await accountSource.find(database.db, [supplier])).toMatchObject([{ name: '供应商 招商银行 •••• 0198' }])
  })

  it('show masked to whoever knows an id', async () => {
    const found = await call('li', 'POST', '/system/reference/bankAccount/find', { ids: [payroll] })
    expect(JSON.stringify(found.data)).not.toContain('6225888800001111')
    expect(found.data).toMatchObject([{ id: payroll, name: '王伟 招商银行 •••• 1111' }])
  })

  it('are added and removed by their owner, but for the payroll card', async () => {
    const account = { proceedsName: '王伟', proceedsAccount: '6222 0000 0000 3333', proceedsAccountType: '2', currencyType: 'CNY',
      bankName: '中国银行' }
    const { data } = await call('wang', 'POST', '/oaserver/payeeAccount/save', account)
    expect((await call('wang', 'GET', '/oaserver/payeeAccount/list')).data).toMatchObject([{ payroll: true }, { id: data.id,
      proceedsAccount: '6222000000003333' }])
    expect((await call('wang', 'POST', '/oaserver/payeeAccount/save', account)).code).toBe(42009)
    expect((await call('li', 'DELETE', `/oaserver/payeeAccount/${data.id}`)).code).toBe(404)
    expect((await call('wang', 'DELETE', `/oaserver/payeeAccount/${payroll}`)).code).toBe(42009)
    expect((await call('wang', 'DELETE', `/oaserver/payeeAccount/${data.id}`)).code).toBe(200)
  })
})

describe('suppliers and what they are paid to', () => {
  const acme = { code: 'V1', nameCn: '鼎盛五金', nameEn: 'Dingsheng', abbreviation: '鼎盛' }

  it('have one code each and a short name', async () => {
    const { data } = await call('keeper', 'POST', '/oaserver/supplier/save', acme)
    expect(data).toMatchObject({ ...acme, enable: true })
    expect((await call('keeper', 'POST', '/oaserver/supplier/save', acme)).code).toBe(42009)
    expect((await call('keeper', 'POST', '/oaserver/supplier/save', { ...acme, code: 'V2', abbreviation: '七个字的简称啊' })).code).toBe(
      42009,
    )
    expect((await call('wang', 'POST', '/oaserver/supplier/page', {})).code).toBe(403)
  })

  it('show the suppliers’ accounts only, whoever asks', async () => {
    const { data } = await call('keeper', 'POST', '/oaserver/supplierAccount/page', {})
    expect(data.records.map(({ accountNo }) => accountNo)).toEqual(['**** 0198'])
    expect((await call('keeper', 'GET', `/oaserver/supplierAccount/${payroll}`)).code).toBe(404)
    expect((await call('keeper', 'PUT', '/oaserver/supplierAccount', { id: payroll, version: 0, accountName: '冒名' })).code).toBe(404)
    expect((await call('keeper', 'DELETE', `/oaserver/supplierAccount/${payroll}`)).code).toBe(404)
  })

  it('have numbers that are shown by their last characters, told whole on demand, and kept by a change', async () => {
    const at = `/oaserver/supplierAccount/${supplier}`
    const { data: shown } = await call('keeper', 'GET', at)
    expect(shown.accountNo).toBe('**** 0198')
    expect((await call('keeper', 'POST', `${at}/reveal`, { field: 'accountNo' })).data).toEqual({ account: '32250198' })
    expect((await call('keeper', 'POST', `${at}/reveal`, { field: 'bank' })).code).toBe(42009)
    expect((await call('wang', 'POST', `${at}/reveal`, { field: 'accountNo' })).code).toBe(403)
    const change = { id: supplier, version: shown.version, accountName: '供应商一' }
    expect((await call('keeper', 'PUT', '/oaserver/supplierAccount', { ...change, accountNo: '**** 9999' })).code).toBe(42009)
    expect((await call('keeper', 'PUT', '/oaserver/supplierAccount', { ...change, accountNo: '**** 0198' })).data.accountNo).toBe(
      '**** 0198',
    )
    expect((await call('keeper', 'POST', `${at}/reveal`, { field: 'accountNo' })).data).toEqual({ account: '32250198' })
    const added = { ownerId: 's1', accountName: '户', accountNo: '**** 0198', proceedsAccountType: '1', currencyType: 'CNY', bank: '行' }
    expect((await call('keeper', 'POST', '/oaserver/supplierAccount/save', added)).code).toBe(42009)
  })

  it('are added for a supplier and offered to everybody', async () => {
    const { data: supplier } = await call('keeper', 'POST', '/oaserver/supplier/save', { ...acme, code: 'V3' })
    const account = { ownerId: supplier.id, accountName: '鼎盛五金', accountNo: '3205000011112222', proceedsAccountType: '1',
      currencyType: 'CNY', bank: '建设银行' }
    expect((await call('keeper', 'POST', '/oaserver/supplierAccount/save', account)).code).toBe(200)
    expect((await call('keeper', 'POST', '/oaserver/supplierAccount/save', account)).msg).toBe('该账号已保存')
    const offered = await call('li', 'POST', '/system/reference/bankAccount/page', { keyword: '鼎盛' })
    expect(offered.data.records.map(({ proceedsAccount }) => proceedsAccount)).toEqual(['**** 2222'])
  })
})

describe('a set of materials', () => {
  const add = (code: string, more: object = {}) =>
    call('keeper', 'POST', '/oaserver/material/save', { code, nameCn: code, nameEn: code, unit: 'pcs', factory: '1000', ...more })
  const part = (material: string) => ({ rowId: material, material, quantity: '2' })
  let bolt: string
  let kit: string

  beforeAll(async () => {
    bolt = (await add('BOLT')).data.id
    kit = (await add('KIT', { isSet: true, setCount: 1, components: [part(bolt)] })).data.id
  })

  it('is made of materials, each once', async () => {
    expect(kit).toBeDefined()
    expect(await add('A', { isSet: true, setCount: 1, components: [] })).toMatchObject({ code: 42009 })
    expect(await add('B', { isSet: true, setCount: 1, components: [part(bolt), { ...part(bolt), rowId: '2' }] })).toMatchObject({
      msg: '同一物料只能出现一次',
    })
    expect(await add('C', { isSet: true, setCount: 1, components: [part('nowhere')] })).toMatchObject({ code: 42009 })
    expect(await add('D', { isSet: true, setCount: 1, components: [part(kit)] })).toMatchObject({ msg: '套料不能包含其他套料' })
  })

  it('keeps no components once it is none', async () => {
    const { data } = await add('E', { isSet: false, components: [part(bolt)] })
    expect(data).toMatchObject({ components: [], setCount: null })
  })

  it('may have the same code in another factory only', async () => {
    expect((await add('BOLT', { factory: '2000' })).code).toBe(200)
    expect((await add('BOLT')).code).toBe(42009)
  })
})
