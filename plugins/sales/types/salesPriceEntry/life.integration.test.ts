import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { priceLine, salesPriceOf, sold } from '../testing.ts'
import { salesPriceEntry } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, salesPriceEntry)
})
afterAll(() => product?.close())

const file = async (change: FormValue, row: FormValue = {}) => on.file('quality', await salesPriceOf(on, change, row))
const passesOf = async (newPrice: string): Promise<string[]> => {
  const id = await file({}, { newPrice })
  const passes = await on.passThrough(id)
  await on.remove(id)
  return passes.slice(3)
}
const lineFor = async (user: string, id: string) => rowsAt((await on.detailOf(product.as(user), id)).business, 'items')[0] ?? {}

it('goes to the vice president below the floor price or 15 % margin, and to the general manager below its cost', async () => {
  expect(await passesOf('10.000000')).toEqual([])
  expect(await passesOf('9.999999')).toEqual(['vp: vp'])
  expect(await passesOf('7.999999')).toEqual(['vp: vp', 'gm: gm'])
  await product.database.db.updateTable('sales_price_base').set({ floor_price: '1' }).execute()
  expect(await passesOf('9.420000')).toEqual(['vp: vp'])
})

it('tells floor price, cost and margin to finance and management only, wherever it is read', async () => {
  const id = await file({}, { newPrice: '9.000000' })
  const secret = { floorPrice: '10.000000', cost: '8.000000', margin: '11.11' }
  for (const user of ['quality', 'yangfan', 'admin'])
    expect(Object.keys(await lineFor(user, id))).not.toEqual(expect.arrayContaining(['floorPrice']))
  await on.passThrough(id, {}, 'vp')
  for (const user of ['accountant', 'finance', 'vp', 'gm']) expect(await lineFor(user, id)).toMatchObject(secret)
  for (const user of ['quality', 'sales', 'admin']) {
    const shown = await lineFor(user, id)
    expect([shown['floorPrice'], shown['cost'], shown['margin']]).toEqual([undefined, undefined, undefined])
  }
  const calculatedFor = async (user: string) =>
    (await on.calculate(product.as(user), await salesPriceOf(on, {}, { newPrice: '9.000000' }))).data.problems.map(({ code }) => code)
  expect(await calculatedFor('quality')).not.toContain('SP-R1')
  expect(await calculatedFor('finance')).toContain('SP-R1')
  await on.remove(id)
})

it('tells nobody the price of its material, where pickers and documents name that', async () => {
  const id = await file({}, { newPrice: '9.000000' })
  for (const user of ['quality', 'employee', 'finance']) {
    const { data: offered } = await product.as(user).post<{ records: object[] }>('/system/reference/material/page', { size: 200 })
    expect(offered.records.length).toBeGreaterThan(0)
    expect(offered.records.filter((record) => 'price' in record)).toEqual([])
  }
  const { references } = await on.detailOf(product.as('quality'), id) as unknown as { references: Record<string, Record<string, object>> }
  expect(Object.values(references['material'] ?? {}).length).toBeGreaterThan(0)
  expect(JSON.stringify(references['material'])).not.toContain('"price"')
  await on.remove(id)
})

it('takes no floor price from whoever files it', async () => {
  const id = await file({}, { newPrice: '9.000000', floorPrice: '1.000000', cost: '0.000000' })
  expect((await on.passThrough(id)).at(-1)).toBe('vp: vp')
  expect(await lineFor('accountant', id)).toMatchObject({ floorPrice: '10.000000', cost: '8.000000' })
  await on.remove(id)
})

it('is compared with the last price for the same customers from the same quantity on, in its own currency', async () => {
  await on.passThrough(await file({}))
  const oldPrices = async (change: FormValue, row: FormValue = {}) => {
    const { data } = await on.calculate(product.as('quality'), await salesPriceOf(on, change, row))
    return rowsAt(data.value, 'items').map(({ oldPrice }) => oldPrice ?? null)
  }
  expect(await oldPrices({ priceAction: 'up' })).toEqual(['12.000000'])
  expect(await oldPrices({ priceAction: 'up' }, { scaleQty: '100.001' })).toEqual([null])
  expect(await oldPrices({ priceLevel: 'list' })).toEqual([null])
  expect(await oldPrices({ channel: 'export' })).toEqual([null])
  const abroad = await file({ currencyType: 'USD', channel: 'export' }, { newPrice: '2.000000' })
  const rate = String((await on.detailOf(product.as('quality'), abroad)).business['exchangeRate'])
  expect(Number((await lineFor('gm', abroad))['cost'])).toBeCloseTo(8 / Number(rate), 5)
  await on.remove(abroad)
})

it('stands in one document in approval at a time, and in a document once, unless the periods differ', async () => {
  const { material } = await sold(on)
  const id = await file({})
  const { businessNo } = await on.detailOf(product.as('quality'), id)
  const refusalOf = async (change: FormValue, row: FormValue = {}) =>
    on.refusal(await on.apply(product.as('quality'), await salesPriceOf(on, change, row))).fields
  expect(await refusalOf({})).toEqual({ 'items.0.material': `有效期重叠：${businessNo}` })
  await on.remove(await file({ priceLevel: 'group', customerGroup: '02' }))
  await on.remove(await file({}, { validFrom: '2027-01-01', validTo: '2027-12-31' }))
  await on.remove(id)
  expect(Object.keys(await refusalOf({ items: [priceLine(material), priceLine(material, { rowId: 'i2', validFrom: '2026-12-01' })] })))
    .toEqual(['items.1.material'])
})
