import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { sampleReview } from '../sampleReview/index.ts'
import { sampleOf, sampleSay, tester } from '../testing-samples.ts'
import { line, priced, priceOf } from '../testing-prices.ts'
import { purchasePrice } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, purchasePrice)
})
afterAll(() => product?.close())

const refusalOf = async (change: FormValue, row: FormValue = {}) =>
  on.refusal(await on.apply(product.as('dongmei'), await priceOf(on, change, row))).fields

it('is compared with what was approved last, and rises only where it says so', async () => {
  await on.passThrough(await on.file('dongmei', await priceOf(on)))
  const up = { priceAction: 'up', reason: '铜价上涨' }
  expect(await refusalOf(up)).toEqual({ 'items.0.newPrice': '涨价类别的新价必须高于原价' })
  expect(await refusalOf({ priceAction: 'down' })).toEqual({ 'items.0.newPrice': '降价类别的新价必须低于原价' })
  // with price unit 100 the old price is 100 times as high
  const id = await on.file('dongmei', await priceOf(on, up, { priceUnit: 100, newPrice: '125.000001', annualQty: '4000000.000' }))
  const { business } = await on.detailOf(product.as('dongmei'), id)
  expect(business).toMatchObject({ items: [{ oldPrice: '125.000000', changeRate: '0', annualEffect: '0.04' }], totalEffect: '0.04' })
  await on.remove(id)
  const dearer = await on.file('dongmei', await priceOf(on, up, { newPrice: '1.262500' }))
  expect((await on.detailOf(product.as('dongmei'), dearer)).business).toMatchObject({
    items: [{ changeRate: '1', annualEffect: '125.00' }],
  })
  expect((await on.passThrough(dearer)).at(-1)).toBe('purchaseVp: qianhong')
  expect(await on.passThrough(await on.file('dongmei', await priceOf(on, { priceAction: 'down' }, { newPrice: '1.200000' })))).toEqual([
    'purchaseManager: buyer',
    'cost: accountant',
  ])
})

it('of a material stands in one document in approval, and once in a document', async () => {
  const { material } = await priced(on)
  const id = await on.file('dongmei', await priceOf(on, { priceAction: 'extend' }))
  const { businessNo } = await on.detailOf(product.as('dongmei'), id)
  // without a reason the subject names the supplier and the material
  const { subject } = await product.database.db.selectFrom('document').select('subject').where('id', '=', id).executeTakeFirstOrThrow()
  expect(subject).toMatch(/^[^/]+公司，[^/]+$/)
  expect(await refusalOf({ priceAction: 'extend' })).toEqual({ 'items.0.material': `该物料存在审批中的价格单${businessNo}` })
  await on.remove(id)
  expect(Object.keys(await refusalOf({ priceAction: 'extend', items: [line(material), line(material, { rowId: 'i2' })] }))).toEqual([
    'items.1.material',
  ])
  const staggered = await on.file('dongmei',
    await priceOf(on, { priceAction: 'extend', items: [line(material), line(material, { rowId: 'i2', minQty: '5000.000' })] }))
  await on.remove(staggered)
})

it('of a blocked supplier is not approved, and what is bought for much is seen by the general manager', async () => {
  const { db } = product.database
  const blocked = await db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code', 'desc').limit(1)
    .executeTakeFirstOrThrow()
  await db.updateTable('supplier').set({ level: 'D' }).where('id', '=', blocked.id).execute()
  expect(await refusalOf({ supplier: blocked.id })).toEqual({ supplier: '供应商已冻结' })
  const { id: other } = await db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code').offset(1).limit(1)
    .executeTakeFirstOrThrow()
  const passesOf = async (annualQty: string) => {
    const id = await on.file('dongmei', await priceOf(on, { supplier: other }, { annualQty }))
    const passes = await on.passThrough(id)
    await on.remove(id)
    return passes.slice(2)
  }
  expect(await passesOf('79999.000')).toEqual([])
  expect(await passesOf('80000.000')).toEqual(['purchaseVp: qianhong'])
  expect(await passesOf('400000.000')).toEqual(['purchaseVp: qianhong', 'gm: gm'])
})

it('of a material without an approved sample of its supplier is told, and filed', async () => {
  const refusedFields = async (change: FormValue = {}) =>
    (await on.calculate(product.as('dongmei'), await priceOf(on, change))).data.problems.map((
      { code, field, level },
    ) => [code, field, level])
  expect(await refusedFields()).toEqual([['sourcing.notSampled', 'items.0.material', 'warn']])
  expect(await refusedFields({ priceAction: 'extend' })).toEqual([])
  const samples = filing(product, sampleReview, { nodeList: tester })
  await samples.passThrough(await samples.file('dongmei', await sampleOf(samples)), await sampleSay(samples))
  expect(await refusedFields()).toEqual([])
})
