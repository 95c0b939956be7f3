import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currency, defineFields, department, number } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { readEnv } from '#server/env.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { listSchema } from '#server/resources/lists/list-schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { testApp, type TestApp } from '#server/http/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { actsOn, type DocumentStep } from '#server/extensions/document-extension.ts'
import { testHost } from '#server/resources/testing.ts'
import currencies from '../plugin.ts'
import { currencies as known } from './currencies.ts'
import { freezeRate, monthBefore, rates } from './rates.ts'
import { migrations } from './migrations.ts'
import server from './plugin.ts'

/** Form with fields for the bearing department, the currency and the exchange rate. */
const claim = defineForm({
  key: 'madeUp',
  cn: '单据',
  en: 'Document',
  path: '/x',
  prefix: 'X',
  group: 'test',
  icon: 'x',
  flow: defineFlow([]),
  fields: defineFields({
    payingUnit: department({ cn: '部门', en: 'Department', as: 'bearingDepartment' }),
    paidIn: currency({ cn: '币种', en: 'Currency' }),
    rateOfMonth: number({ cn: '汇率', en: 'Rate', as: 'exchangeRate', system: true, precision: 6 }),
  }),
})

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets: [identityMigrations, listSchema([]), { id: 'currencies', migrations }], connections: 10 })
  const { db } = database
  await known(db).save({ code: 'CNY', symbol: '￥', nameCn: '人民币', nameEn: 'RMB', by: 'test', at: new Date() })
  await known(db).save({ code: 'USD', symbol: '$', nameCn: '美元', nameEn: 'US dollar', by: 'test', at: new Date() })
  await known(db).save({ code: 'EUR', symbol: '€', nameCn: '欧元', nameEn: 'Euro', by: 'test', at: new Date() })
  await rates(db).save({ month: '2026-11', currency: 'USD', rate: '7.1', by: 'test', at: new Date() })
  const { host, servers } = testHost(db, [currencies, definePlugin({ id: 'forms', forms: [claim] })], [server])
  web = await testApp(
    async (app) => {
      for (const { routes } of servers) await routes?.(app, host)
    },
    { finance: ['finance:rate:*', 'finance:currency:*'], employee: [] },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(who: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: `Bearer ${who}` } })
  return answer.json<
    { code: number; msg: string; data: { id: string; version: number; locked: boolean; fields: { name: string; message: string }[] } }
  >()
}
const save = (body: object) => call('finance', 'POST', '/budgetservice/exchangeRate/save', body)

it('counts the drafts that wait for the rates of a year', async () => {
  await database.db.insertInto('sys_user').values({ id: 'drafting', user_name: 'drafting', name: 'x' } as never).execute()
  const draft = (businessType: string, content: object) =>
    database.db.insertInto('user_input_cache').values({ user_id: 'drafting', business_type: businessType,
      content: JSON.stringify(content) }).execute()
  await draft('madeUp', { paidIn: 'EUR', title: 'secret' })
  await draft('unknown', { paidIn: 'EUR' })
  await draft('elsewhere', { title: 'no currency' })
  const { data } = await call('finance', 'GET', '/budgetservice/exchangeRate/year/2026')
  const rows = data as unknown as readonly { readonly currency: string; readonly drafts: number }[]
  expect(rows.map(({ currency, drafts }) => [currency, drafts])).toEqual([['CNY', 0], ['EUR', 1], ['USD', 0]])
  expect(JSON.stringify(data)).not.toContain('secret')
})

describe('the rate of a day', () => {
  it('is that of its month, and 1 for RMB', async () => {
    expect((await call('employee', 'GET', '/budgetservice/exchangeRate/current?currency=USD&date=2026-11-30')).data).toEqual({
      currency: 'USD',
      rate: '7.100000',
    })
    expect((await call('employee', 'GET', '/budgetservice/exchangeRate/current?currency=CNY')).data).toEqual({ currency: 'CNY',
      rate: '1.000000' })
  })

  it('is refused where finance has not set it', async () => {
    expect((await call('employee', 'GET', '/budgetservice/exchangeRate/current?currency=USD&date=2026-12-01')).code).toBe(42009)
    await expect(rates(database.db).ofMonth('EUR', '2026-11')).rejects.toMatchObject({ code: 'currencies.rateMissing' })
  })
})

describe('setting rates', () => {
  it('says who set one and when', async () => {
    const { data } = await save({ yearMonth: '2026-10', currency: 'USD', rate: '7.05' })
    expect(data).toMatchObject({ yearMonth: '2026-10', currency: 'USD', rate: '7.050000', locked: false, setBy: 'finance',
      setTime: '2026-11-20 12:00:00' })
    expect((await save({ yearMonth: '2026-10', currency: 'USD', rate: '7.06' })).data.fields).toMatchObject([{ name: 'yearMonth' }, {
      name: 'currency',
    }])
  })

  it.each<[string, object]>([
    ['currency', { yearMonth: '2026-10', currency: 'CNY', rate: '1' }],
    ['currency', { yearMonth: '2026-10', currency: 'XXX', rate: '1' }],
    ['yearMonth', { yearMonth: '2026-13', currency: 'EUR', rate: '1' }],
    ['rate', { yearMonth: '2026-10', currency: 'EUR', rate: '0' }],
    ['rate', { yearMonth: '2026-10', currency: 'EUR', rate: '1.0000001' }],
    ['locked', { yearMonth: '2026-10', currency: 'EUR', rate: '1', locked: true }],
  ])('is refused at %s', async (field, body) => {
    expect((await save(body)).data.fields).toMatchObject([{ name: field }])
  })

  it('needs a reason once documents used the month, and keeps month and currency', async () => {
    const { data } = await save({ yearMonth: '2026-08', currency: 'USD', rate: '7.00' })
    await transaction(database.db, (tx) => rates(tx).use('USD', '2026-08', '7.000000'))
    const locked = (await call('finance', 'GET', `/budgetservice/exchangeRate/${data.id}`)).data
    expect(locked).toMatchObject({ locked: true })
    expect((await save({ id: data.id, version: locked.version, rate: '7.01' })).data.fields).toMatchObject([{ name: 'reason' }])
    expect((await save({ id: data.id, version: locked.version, yearMonth: '2026-07' })).data.fields).toMatchObject([{ name: 'yearMonth' }])
    expect((await save({ id: data.id, version: locked.version, rate: '7.01', reason: '录入错误' })).data).toMatchObject({ rate: '7.010000',
      locked: true })
  })

  it('starts a month from the one before, without touching what is there', async () => {
    await rates(database.db).save({ month: '2025-12', currency: 'USD', rate: '6.9', by: 'test', at: new Date() })
    await rates(database.db).save({ month: '2025-12', currency: 'EUR', rate: '8.1', by: 'test', at: new Date() })
    await rates(database.db).save({ month: '2026-01', currency: 'EUR', rate: '8.2', by: 'test', at: new Date() })
    expect((await call('finance', 'POST', '/budgetservice/exchangeRate/copyPrevious', { yearMonth: '2026-01' })).data).toEqual({
      copied: 1,
    })
    expect([await rates(database.db).find('USD', '2026-01'), await rates(database.db).find('EUR', '2026-01')]).toEqual(['6.900000',
      '8.200000'])
    expect((await call('finance', 'POST', '/budgetservice/exchangeRate/copyPrevious', { yearMonth: '2026-01' })).code).toBe(42009)
    expect([monthBefore('2026-01'), monthBefore('2026-11')]).toEqual(['2025-12', '2026-10'])
  })

  it('is finance’s', async () => {
    expect((await call('employee', 'POST', '/budgetservice/exchangeRate/save', {})).code).toBe(403)
    expect((await call('employee', 'POST', '/budgetservice/exchangeRate/copyPrevious', { yearMonth: '2026-01' })).code).toBe(403)
  })
})

describe('a currency', () => {
  it('is named by its code for good', async () => {
    const { data } = await call('finance', 'POST', '/budgetservice/currency/save', { code: 'JPY', symbol: '¥', nameCn: '日元',
      nameEn: 'Yen', decimals: 0 })
    expect(data).toMatchObject({ id: 'JPY', code: 'JPY', enable: true, departmentIds: [] })
    expect((await call('finance', 'PUT', '/budgetservice/currency', { id: 'JPY', version: 0, code: 'JPX' })).data.fields).toMatchObject([{
      name: 'code',
    }])
    expect((await call('employee', 'POST', '/system/reference/currency/page', { keyword: 'ri' })).data).toMatchObject({
      records: [{ id: 'JPY', name: '日元/Yen', symbol: '¥', decimals: 0 }],
    })
  })
})

describe('a currency bound to departments', () => {
  it('is offered to them only', async () => {
    await groups(database.db, new Date()).create({ id: 'd1', type: 'DEPARTMENT', name: '部门/Department' })
    expect((await call('finance', 'POST', '/budgetservice/currency/bindGroups', { id: 'EUR', groupIds: ['d1'] })).code).toBe(200)
    const offered = async (payingUnit: string) =>
      (await call('employee', 'POST', '/system/reference/currency/page', { keyword: 'Euro', context: { payingUnit } })).data
    expect(await offered('d1')).toMatchObject({ total: 1 })
    expect(await offered('d2')).toMatchObject({ total: 0 })
    await call('finance', 'POST', '/budgetservice/currency/bindGroups', { id: 'EUR', groupIds: [] })
  })
})

describe('the rate of a document', () => {
  const form = claim
  const step = (value: FormValue, rest: Partial<DocumentStep> = {}): DocumentStep => ({
    db: database.db,
    env: readEnv({}),
    form,
    document: { id: 'd', round: 1, starter: 'w' },
    value,
    actor: { id: 'w', name: 'w', locale: 'cn' },
    at: new Date('2026-10-31T16:30:00Z'), // already November in Shanghai
    directory: {} as DocumentStep['directory'],
    references: { source: () => undefined },
    ...rest,
  })

  it('concerns forms with currency and rate only', () => {
    expect(actsOn(freezeRate, form)).toBe(true)
    expect(actsOn(freezeRate, { ...form, fields: { paidIn: form.fields.paidIn } })).toBe(false)
  })

  it('is the rate of the month of filing, read anew when filed again, frozen in between', async () => {
    expect(await freezeRate.prepare!(step({ paidIn: 'USD', rateOfMonth: '5' }))).toEqual({ rateOfMonth: '7.100000' })
    expect(await freezeRate.prepare!(step({ paidIn: 'CNY' }))).toEqual({ rateOfMonth: '1.000000' })
    const before = { paidIn: 'USD', rateOfMonth: '6.500000' }
    expect(await freezeRate.prepare!(step(before, { before, filing: false }))).toEqual({ rateOfMonth: '6.500000' })
    expect(await freezeRate.prepare!(step(before, { before, filing: true }))).toEqual({ rateOfMonth: '7.100000' })
  })

  it('stands at the currency when it is missing', async () => {
    expect(await freezeRate.prepare!(step({ paidIn: 'EUR' }))).toEqual({ rateOfMonth: null })
    expect(await freezeRate.check!(step({ paidIn: 'EUR', rateOfMonth: null }))).toMatchObject([{ field: 'paidIn',
      code: 'currencies.rateMissing' }])
    expect(await freezeRate.check!(step({ paidIn: 'USD', rateOfMonth: '7.1' }))).toEqual([])
  })

  it('locks the month when the document is filed, and is refused when finance was faster', async () => {
    const { db } = database
    await rates(db).save({ month: '2026-11', currency: 'EUR', rate: '8.3', by: 'test', at: new Date() })
    await expect(transaction(db, (tx) => freezeRate.onSubmit!(step({ paidIn: 'EUR', rateOfMonth: '8.250000' }, { db: tx })))).rejects
      .toMatchObject({
        code: 'currencies.rateChanged',
      })
    await Promise.all(
      Array.from({ length: 8 },
        () => transaction(db, (tx) => freezeRate.onSubmit!(step({ paidIn: 'EUR', rateOfMonth: '8.3' }, { db: tx })))),
    )
    const row = await db.selectFrom('exchange_rate').select(['locked', 'version']).where('currency', '=', 'EUR').where('year_month', '=',
      '2026-11').executeTakeFirstOrThrow()
    expect(row).toEqual({ locked: true, version: 1 })
  })
})

describe('a year of rates', () => {
  const year = async () =>
    (await call('finance', 'GET', '/budgetservice/exchangeRate/year/2027')).data as unknown as readonly { currency: string;
      cells: readonly { month: string; rate: string; version: number; locked: boolean }[] }[]
  const setMonth = (body: object) => call('finance', 'PUT', '/budgetservice/exchangeRate/month', { yearMonth: '2027-03', ...body })
  const cell = async (currency: string) =>
    (await year()).find((row) => row.currency === currency)?.cells.find(({ month }) => month === '2027-03')

  it('shows every currency, the base one first, and the December before', async () => {
    await rates(database.db).save({ month: '2026-12', currency: 'USD', rate: '7.2', by: 'test', at: new Date() })
    const rows = await year()
    expect(rows[0]?.currency).toBe('CNY')
    expect(rows.filter(({ currency }) => currency === 'EUR' || currency === 'USD')).toMatchObject([{ currency: 'EUR', cells: [] }, {
      currency: 'USD',
      cells: [{ month: '2026-12', rate: '7.200000', locked: false }],
    }])
    expect((await call('employee', 'GET', '/budgetservice/exchangeRate/year/2027')).code).toBe(403)
  })

  it('takes a month at once, all of it or nothing', async () => {
    expect((await setMonth({ rates: [{ currency: 'USD', rate: '7.3' }, { currency: 'EUR', rate: '8.1' }] })).code).toBe(200)
    const before = await cell('USD')
    const refused = await setMonth({ rates: [{ currency: 'USD', rate: '7.4', version: before?.version }, { currency: 'CNY', rate: '1' }] })
    expect(refused.data.fields).toMatchObject([{ name: 'rates.1.currency' }])
    expect((await setMonth({ rates: [{ currency: 'EUR', rate: '0', version: 0 }] })).data.fields).toMatchObject([{ name: 'rates.0.rate' }])
    expect(await cell('USD')).toEqual(before)
  })

  it('tells whoever was slower', async () => {
    const version = (await cell('USD'))?.version
    const answers = await Promise.all(['7.5', '7.6'].map((rate) => setMonth({ rates: [{ currency: 'USD', rate, version }] })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42007])
    expect((await setMonth({ rates: [{ currency: 'USD', rate: '7.7' }] })).code).toBe(42007)
  })

  it('remembers what a locked month was, who changed it and why', async () => {
    const rate = (await cell('EUR'))?.rate ?? ''
    await transaction(database.db, (tx) => rates(tx).use('EUR', '2027-03', rate))
    const version = (await cell('EUR'))?.version
    expect((await setMonth({ rates: [{ currency: 'EUR', rate: '8.2', version }] })).data.fields).toMatchObject([{ name: 'reason' }])
    expect((await setMonth({ rates: [{ currency: 'EUR', rate: '8.2', version }], reason: '央行更正' })).code).toBe(200)
    const { data } = await call('finance', 'GET', '/budgetservice/exchangeRate/changes?currency=EUR&yearMonth=2027-03')
    expect(data).toMatchObject([{ before: '8.100000', after: '8.200000', reason: '央行更正', by: 'finance' }])
  })
})
