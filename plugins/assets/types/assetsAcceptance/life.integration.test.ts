import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { costBasedProcurement } from '#plugins/procurement/types/costBasedProcurement/index.ts'
import { anySupplier, procurement } from '#plugins/expenses/types/testing.ts'
import { acceptanceOf, acceptanceSay, asset, checkers } from '../testing.ts'
import { assetsAcceptance } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, assetsAcceptance, { nodeList: checkers })
})
afterAll(() => product?.close())

const refusalOf = async (business: FormValue) => on.refusal(await on.apply(product.as('quality'), business)).fields

/** A completed purchase over 300.00. */
async function purchase(supplier: string): Promise<string> {
  const buying = on.of(costBasedProcurement)
  const id = await buying.file('quality', procurement())
  await buying.passThrough(id, {
    procurementHandle: { comment: '【到货时间：2026-11-28 10:00】', business: { items: [{ rowId: 'i1', supplier }] } },
  })
  return id
}

it('accepts no more than was bought, alone or together', async () => {
  const supplier = await anySupplier(product)
  const bought = { assetSource: 'purchase', purchaseDoc: [await purchase(supplier)], poNo: '4500000001', supplier }
  const of = async (price: string) => acceptanceOf(on, { ...bought, items: [asset({ price })] })
  expect(await refusalOf(await of('300.01'))).toEqual({ items: '验收金额超过合同金额' })
  await on.file('quality', await of('100.00'))
  expect(await refusalOf(await of('200.01'))).toEqual({ items: '验收金额超过合同金额' })
  await on.file('quality', await of('200.00'))
})

it('numbers the assets that nobody numbered, and takes no number or serial number twice', async () => {
  const rows = [asset({ assetClass: '3100', serialNo: 'SN-1' }), asset({ rowId: 'i2', assetClass: '3100', serialNo: 'SN-2' }),
    asset({ rowId: 'i3' })]
  const id = await on.file('quality', await acceptanceOf(on, { items: rows }))
  const named = (assetNo: string) => ({ ...acceptanceSay,
    assetAdmin: { ...acceptanceSay['assetAdmin'], business: { items: [{ rowId: 'i1' }, { rowId: 'i2' }, { rowId: 'i3', assetNo }] } } })
  await on.passThrough(id, named('QC-TABLE-7'))
  const { business, businessNo, state } = await on.detailOf(product.as('linfang'), id)
  expect(state).toBe(4)
  expect(rowsAt(business, 'items').map(({ assetNo }) => assetNo)).toEqual(['3100-2026-0001', '3100-2026-0002', 'QC-TABLE-7'])
  expect(await refusalOf(await acceptanceOf(on, { items: [asset({ serialNo: 'sn-2 ' })] }))).toEqual({
    'items.0.serialNo': `序列号已验收：${businessNo}`,
  })
  const other = await on.file('quality',
    await acceptanceOf(on, { items: [asset({ assetClass: '3100', serialNo: 'SN-3' }), asset({ rowId: 'i2' }), asset({ rowId: 'i3' })] }))
  await on.passThrough(other, acceptanceSay, 'assetAdmin')
  expect(on.refusal(await on.pass(other, named('QC-TABLE-7').assetAdmin)).fields).toEqual({
    'items.2.assetNo': `资产编号已存在：${businessNo}`,
  })
  await on.pass(other, acceptanceSay['assetAdmin'])
  expect(rowsAt((await on.detailOf(product.as('linfang'), other)).business, 'items').map(({ assetNo }) => assetNo)).toEqual([
    '3100-2026-0003',
    '5000-2026-0001',
    '5000-2026-0002',
  ])
})

it('waits for the invoice of what was bought, and for the day by which faults are mended', async () => {
  const supplier = await anySupplier(product)
  const id = await on.file('quality',
    await acceptanceOf(on, { assetSource: 'purchase', purchaseDoc: [await purchase(supplier)], poNo: '4500000002', supplier,
      items: [asset({ price: '300.00' })] }))
  await on.passThrough(id, {}, 'techCheck')
  const rectify = { ...acceptanceSay['techCheck'], business: { techResult: '外壳有划痕', items: [{ rowId: 'i1', itemResult: 'rectify' }] } }
  expect(on.refusal(await on.pass(id, rectify)).fields).toEqual({ rectifyDate: '请选择整改完成日期' })
  const mended = { ...rectify, business: { ...rectify.business, rectifyDate: '2026-11-30' } }
  await on.passThrough(id, { ...acceptanceSay, techCheck: mended }, 'finance')
  expect(on.refusal(await on.pass(id)).fields).toEqual({ invoiceNo: '请输入发票号码' })
  expect(await on.passThrough(id, { finance: { business: { invoiceNo: '26312000000012345678' } } })).toEqual(['finance: accountant'])
})

it('goes on to the head of finance and the vice president where it is worth more', async () => {
  const id = await on.file('quality', await acceptanceOf(on, { items: [asset({ price: '565000.00' })] }))
  expect((await on.passThrough(id, acceptanceSay)).slice(-3)).toEqual(['finance: accountant', 'financeHead: finance', 'vp: vp'])
})
