import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { costBasedProcurement } from '#plugins/procurement/types/costBasedProcurement/index.ts'
import { entertainmentApply } from './entertainmentApply/index.ts'
import { anySupplier, dinner, procurement, procurementRow } from './testing.ts'

let product: TestProduct
let buying: FilingSupport
let dining: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  buying = filing(product, costBasedProcurement)
  dining = filing(product, entertainmentApply)
})
afterAll(() => product?.close())

const handled = { comment: '【到货时间：2026-11-28 10:00】' }

describe('a procurement, at the nodes of the buyer and the receiver', () => {
  it('is compared or has one source, stays within a tenth, and arrives in part or whole, not before it was asked for', async () => {
    const id = await buying.file('quality', procurement({ items: [procurementRow({ unitPrice: '2600.00' })] }))
    await buying.passThrough(id, {}, 'procurementHandle')
    const supplier = await anySupplier(product)
    const handle = async (unitPrice: string, more: object = {}) =>
      buying.refusal(await buying.pass(id, { ...handled, business: { items: [{ rowId: 'i1', supplier, unitPrice }], ...more } }))
    const single = { singleSourceReason: '仅此一家可供货，无其他来源' }
    expect(await handle('2600.00')).toEqual({ code: 42009, fields: { singleSourceReason: '金额超过5千元须三家比价或填写单一来源说明' } })
    expect(await handle('2860.01', single)).toEqual({ code: 42009, fields: { items: '采购金额超出审批金额10%，请退回重审' } })
    expect(await handle('2860.00', single)).toMatchObject({ code: 200 })
    const receive = async (arrivedQty: string, arrivalDate: string) =>
      buying.refusal(await buying.pass(id, { business: { items: [{ rowId: 'i1', arrivedQty, arrivalDate }] } }))
    expect(await receive('2.01', '2026-11-20')).toEqual({ code: 42009, fields: { 'items.0.arrivedQty': '到货数量不能大于采购数量' } })
    expect(await receive('2', '2026-11-19')).toEqual({ code: 42009, fields: { 'items.0.arrivalDate': '到货日期不能早于发起日期' } })
    expect(await receive('2', '2026-11-20')).toMatchObject({ code: 200 })
    expect((await buying.detailOf(product.as('quality'), id)).state).toBe(4)
  })
})

describe('the dining standard', () => {
  const dined = async (host: string) => (await dining.calculate(product.as('quality'), dinner({ host, hostType: undefined }))).data.value

  it('is that of the host’s own level, whether or not they head a department', async () => {
    expect(await dined('u-yangfan')).toMatchObject({ hostType: '2', perCapita: '150.00', standardAmount: '600.00' })
    expect(await dined('u-rd')).toMatchObject({ hostType: '3', perCapita: '200.00', standardAmount: '800.00' })
    expect(await dined('u-gm')).toMatchObject({ hostType: '4' })
  })
})

describe('drinks, at their issue', () => {
  it('come back at most as many as were drawn', async () => {
    const id = await dining.file('quality',
      dinner({ drawDrinks: true, drinks: [{ rowId: 'd1', drinkType: '3', drinkName: '青岛', quantity: '2', unit: 'pack' }] }))
    await dining.passThrough(id, {}, 'adminDrinks')
    const issue = async (returned: string) => dining.refusal(await dining.pass(id, { business: { drinks: [{ rowId: 'd1', returned }] } }))
    expect(await issue('2.01')).toEqual({ code: 42009, fields: { 'drinks.0.returned': '退回数量不能大于领用数量' } })
    expect(await issue('2')).toMatchObject({ code: 200 })
  })
})
