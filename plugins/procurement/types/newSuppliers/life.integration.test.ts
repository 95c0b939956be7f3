import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { account, auditOf, buyer, scoresOf, supplierOf, supplierSay } from '../testing-suppliers.ts'
import { newSuppliers } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, newSuppliers)
})
afterAll(() => product?.close())

const refusalOf = async (change: FormValue) => on.refusal(await on.apply(product.as(buyer), await supplierOf(on, change))).fields

const registered = async (name: string) =>
  product.database.db.selectFrom('supplier').select(['id', 'code', 'abbreviation', 'category', 'level', 'credit_code', 'enable']).where(
    'name_cn',
    '=',
    name,
  ).where('del_flag', '=', 0).execute()

it('stands in the register with its account when it is approved, leaves it when it is voided, and comes back when it is approved again', async () => {
  const id = await on.file(buyer, await supplierOf(on))
  await on.passThrough(id, await supplierSay(on), 'vp')
  expect(await registered('常州恒达电子有限公司')).toEqual([])
  await on.passThrough(id)
  const { businessNo, business } = await on.detailOf(product.as(buyer), id)
  expect(business).toMatchObject({ totalScore: '88', supplierLevel: 'A' })
  const [supplier] = await registered('常州恒达电子有限公司')
  expect(supplier).toMatchObject({ code: businessNo, abbreviation: '常州恒达电子', category: '1', level: 'A',
    credit_code: '91320400MA1XYQ8K2P', enable: true })
  const accounts = (owner?: string) =>
    product.database.db.selectFrom('payee_account').select(['account_no', 'bank', 'currency_type']).where('owner_id', '=', owner ?? '')
      .where('del_flag', '=', 0).execute()
  expect(await accounts(supplier?.id)).toEqual([{ account_no: '6222020000000000000', bank: '中国银行', currency_type: 'CNY' }])
  expect(await refusalOf({})).toMatchObject({ supplierName: `该供应商已存在：${businessNo}` })
  await on.remove(id)
  expect(await registered('常州恒达电子有限公司')).toEqual([])
  expect(await accounts(supplier?.id)).toEqual([])
  await on.fileAgain(buyer, id, await supplierOf(on, { supplierShort: '恒达' }))
  await on.passThrough(id, await supplierSay(on))
  const [again] = await registered('常州恒达电子有限公司')
  expect(again).toMatchObject({ code: businessNo, abbreviation: '恒达' })
  expect(await accounts(again?.id)).toHaveLength(1)
  await on.remove(id)
})

it('is not one that the register or another document has, by name or by credit code', async () => {
  const { db } = product.database
  const { name_cn: name, code, id } = await db.selectFrom('supplier').select(['id', 'name_cn', 'code']).where('code', 'like', 'V%').orderBy(
    'code',
  ).executeTakeFirstOrThrow()
  expect(await refusalOf({ supplierName: ` ${name}` })).toEqual({ supplierName: `该供应商已存在：${code}` })
  await db.updateTable('supplier').set({ credit_code: '91320500MA1AAAAA1B' }).where('id', '=', id).execute()
  expect(await refusalOf({ supplierName: '另一家公司', creditCode: '91320500MA1AAAAA1B' })).toEqual({
    creditCode: `该供应商已存在：${code}`,
  })
  const open = await on.file(buyer, await supplierOf(on, { supplierName: '无锡启航电子有限公司', creditCode: '91320200MA1BBBBB2C' }))
  const { businessNo } = await on.detailOf(product.as(buyer), open)
  expect(await refusalOf({ supplierName: '无锡新启航', creditCode: '91320200MA1BBBBB2C' })).toEqual({
    creditCode: `该供应商已存在：${businessNo}`,
  })
  expect(
    await refusalOf({ supplierName: '无锡双账号', creditCode: '91320200MA1CCCCC3D', bankAccounts: [account(), account({ rowId: 'b2' })] }),
  ).toEqual({
    'bankAccounts.1.accountNo': '银行账号重复',
  })
})

it('is scored, and not introduced at the lowest level', async () => {
  const id = await on.file(buyer, await supplierOf(on, { supplierName: '惠州明阳电子', creditCode: '91441300MA1DDDDD4E' }))
  await on.passThrough(id, {}, 'sqe')
  const refused = async (business: FormValue) => on.refusal(await on.pass(id, await auditOf(on, business))).fields
  expect(await refused({ scores: scoresOf(88, { quality: 24 }) })).toEqual({ scores: '权重合计必须为100' })
  expect(await refused({ scores: scoresOf(88).map((row) => ({ ...row, item: 'quality' })) })).toEqual({ scores: '评分项重复' })
  expect(await refused({ auditDate: '2026-11-21' })).toEqual({ auditDate: '审核日期不能晚于今天' })
  expect(await refused({ scores: scoresOf(59) })).toEqual({ supplierLevel: '等级为D的供应商不能导入，请拒绝' })
  expect((await on.passThrough(id, await supplierSay(on, { scores: scoresOf(69), supplierLevel: 'C' }))).at(-1)).toBe('gm: gm')
})

it('of services goes to finance at once, and to the general manager where nobody audits it', async () => {
  const id = await on.file(buyer, await supplierOf(on, {
    supplierName: '苏州晨光检测服务',
    creditCode: '91320500MA1EEEEE5F',
    supplierType: 'service',
    materials: [],
    capacity: null,
    agreements: ['integrity'],
    audit: 'no',
    waiveReason: '服务类供应商',
  }))
  expect(await on.passThrough(id, await supplierSay(on))).toEqual(['purchaseManager: buyer', 'finance: accountant', 'vp: qianhong',
    'gm: gm'])
})
