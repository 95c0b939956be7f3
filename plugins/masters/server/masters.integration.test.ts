import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../server/database/testing.ts'
import { testApp, type TestApp } from '../../../server/http/testing.ts'
import { identityMigrations } from '../../../server/identity/migrations.ts'
import { testHost } from '../../../server/resources/testing.ts'
import masters from '../plugin.ts'
import { banks } from './banks.ts'
import { migrations } from './migrations.ts'
import { payeeAccounts } from './payee-accounts.ts'
import server from './plugin.ts'

let database: TestDatabase
let web: TestApp
let payroll: string

beforeAll(async () => {
  database = await testDatabase({ sets: [identityMigrations, { id: 'masters', migrations }] })
  const { db } = database
  await banks(db).save({ name: '招商银行', branch: '招商银行苏州分行', branchNo: '308305000014', city: '苏州', by: 'test' })
  await banks(db).save({ name: '中国银行', branch: '东莞分行', branchNo: '104602000018', swift: 'BKCHCNBJ', city: '东莞', by: 'test' })
  const account = { accountName: '王伟', bank: '招商银行', accountType: '2', currency: 'CNY', by: 'test' } as const
  payroll = await payeeAccounts(db).add({ ...account, ownerType: 'user', ownerId: 'wang', accountNo: '6225888800001111', payroll: true })
  await payeeAccounts(db).add({ ...account, ownerType: 'user', ownerId: 'li', accountNo: '6225888800002222' })
  await payeeAccounts(db).add({ ...account, ownerType: 'supplier', ownerId: 's1', accountName: '供应商', accountNo: '32250198', accountType: '1' })
  const { host, servers } = testHost(db, [masters], [server])
  web = await testApp(
    async (app) => {
      for (const { routes } of servers) await routes?.(app, host)
    },
    { wang: [], li: [] },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(who: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: `Bearer ${who}` } })
  return answer.json<{ code: number; data: { id: string; records: { proceedsAccount: string }[] } }>()
}

it('finds bank branches by name, number and pinyin', async () => {
  expect((await call('wang', 'GET', '/public/bank/list?keyword=zsyh')).data).toEqual([{ bankName: '招商银行苏州分行', branchNo: '308305000014', swift: null, city: '苏州' }])
  expect((await call('wang', 'GET', '/public/bank/list?keyword=BKCH')).data).toMatchObject([{ bankName: '中国银行东莞分行' }])
  expect((await call('wang', 'GET', '/public/bank/list')).data).toHaveLength(2)
})

describe('payee accounts', () => {
  it('are offered to their owner; the suppliers’ to everybody', async () => {
    const numbers = async (who: string, context = {}) => (await call(who, 'POST', '/system/reference/bankAccount/page', { context })).data.records.map(({ proceedsAccount }) => proceedsAccount)
    expect(await numbers('wang')).toEqual(['6225888800001111', '32250198'])
    expect(await numbers('li')).toEqual(['6225888800002222', '32250198'])
    expect(await numbers('li', { currencyType: 'USD' })).toEqual([])
  })

  it('show masked to whoever knows an id', async () => {
    const found = await call('li', 'POST', '/system/reference/bankAccount/find', { ids: [payroll] })
    expect(JSON.stringify(found.data)).not.toContain('6225888800001111')
    expect(found.data).toMatchObject([{ id: payroll, name: '王伟 招商银行 ····1111' }])
  })

  it('are added and removed by their owner, but for the payroll card', async () => {
    const account = { proceedsName: '王伟', proceedsAccount: '6222 0000 0000 3333', proceedsAccountType: '2', currencyType: 'CNY', bankName: '中国银行' }
    const { data } = await call('wang', 'POST', '/oaserver/payeeAccount/save', account)
    expect((await call('wang', 'GET', '/oaserver/payeeAccount/list')).data).toMatchObject([{ payroll: true }, { id: data.id, proceedsAccount: '6222000000003333' }])
    expect((await call('wang', 'POST', '/oaserver/payeeAccount/save', account)).code).toBe(42009)
    expect((await call('li', 'DELETE', `/oaserver/payeeAccount/${data.id}`)).code).toBe(404)
    expect((await call('wang', 'DELETE', `/oaserver/payeeAccount/${payroll}`)).code).toBe(42009)
    expect((await call('wang', 'DELETE', `/oaserver/payeeAccount/${data.id}`)).code).toBe(200)
  })
})
