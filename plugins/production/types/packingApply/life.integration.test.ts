import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { firstOf } from '#plugins/payments/types/testing.ts'
import { fileOf, measured, packingItem, packingOf } from '../testing.ts'
import { packingApply } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, packingApply)
})
afterAll(() => product?.close())

const file = async (change: FormValue = {}) => on.file('quality', await packingOf(on, change))

it('is weighed and measured by the packaging engineer', async () => {
  const id = await file()
  await on.passThrough(id, {}, 'packageEng')
  const refusedWith = async (change: FormValue) => on.refusal(await on.pass(id, measured(change))).fields
  expect(await refusedWith({ grossWeight: '11.199' })).toEqual({ grossWeight: '毛重不能小于净重' })
  expect(await refusedWith({ netWeight: '0.000' })).toEqual({ netWeight: '净重须大于0' })
  expect(Object.keys(await refusedWith({ cartonSize: '400*300*250' }))).toEqual(['cartonSize'])
  expect(Object.keys(await refusedWith({ pcsPerCarton: null }))).toEqual(['pcsPerCarton'])
  expect((await on.pass(id, measured({ grossWeight: '11.200', items: [packingItem({ size: '400×300×250' })] }))).code).toBe(200)
  expect((await on.detailOf(product.as('quality'), id)).business).toMatchObject({ grossWeight: '11.200', items: [{ size: '400×300×250' }] })
})

it('made for a customer needs their confirmed proof, and new items go to PMC', async () => {
  const items = [packingItem({ isNew: '1', itemType: 'colorBox', artwork: [await fileOf(on, 'quality', '彩盒设计稿.pdf')] })]
  const id = await file({ packType: 'custom', customer: await firstOf(product.database.db, 'customer'), marks: ['none'], items })
  expect(await on.passThrough(id, { packageEng: measured() }, 'salesConfirm')).toEqual(['deptHead: yangfan', 'packageEng: liuyang'])
  expect(Object.keys(on.refusal(await on.pass(id)).fields)).toEqual(['sampleConfirm'])
  const proof = { business: { sampleConfirm: [await fileOf(on, 'sales', '样张确认.pdf')] } }
  expect((await on.passThrough(id, { salesConfirm: proof })).map((passed) => passed.split(':')[0])).toEqual(['salesConfirm', 'qualityHead',
    'pmc'])
  expect((await on.detailOf(product.as('quality'), id)).state).toBe(4)
})
