import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { materialRequisition } from './index.ts'

let product: TestProduct
let on: FilingSupport
let factory: string
let materials: readonly { readonly id: string; readonly price: string | null; readonly location: string | null }[]
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, materialRequisition)
  const { db } = product.database
  factory = (await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()).id
  materials = await db.selectFrom('material').select(['id', 'price', 'storage_location as location']).where('factory', '=', '1000').where(
    'code',
    'like',
    'J-%',
  )
    .orderBy('code').limit(3).execute()
}, 120_000)
afterAll(() => product?.close())

const row = (change: FormValue = {}): FormValue => ({ rowId: 'm1', material: materials[0]!.id, quantity: '10.000',
  storageLocation: materials[0]!.location, unit: 'pcs', ...change })

const requisition = (change: FormValue = {}): FormValue => ({ applicantDept: 'sz-quality', factory, requisitionType: 'production',
  movementType: '261', reason: 'trial', productionOrderNo: '1000123', useDate: '2026-11-20', receiver: 'u-quality', items: [row()],
  ...change })

const refusalOf = async (change: FormValue) => on.refusal(await on.apply(product.as('quality'), requisition(change))).fields

it('is reserved by the last approver, issued by the warehouse of its plant, and confirmed by its receiver', async () => {
  const id = await on.file('quality', requisition())
  expect(await on.passThrough(id, {}, 'whIssue')).toEqual(['deptHead: yangfan', 'pmc: pmc'])
  expect((await on.pending(id)).map(({ by }) => by)).toEqual(['moxiaotong', 'weigang'])
  const issue = { business: { items: [row({ issuedQty: '8.000' })] } }
  expect(Object.keys(on.refusal(await on.pass(id, issue)).fields)).toEqual(['items.0.shortReason'])
  expect(on.refusal(await on.pass(id, { business: { items: [row({ issuedQty: '10.001', shortReason: '缺料' })] } })).fields).toEqual({
    'items.0.issuedQty': '实发数量不能大于申请数量',
  })
  expect((await on.pass(id, { business: { items: [row({ issuedQty: '8.000', shortReason: '缺料' })] } })).code).toBe(200)
  expect((await on.pending(id)).map(({ node, by }) => [node, by])).toEqual([['receiverConfirm', 'quality']])
  expect(await on.passThrough(id, { receiverConfirm: { business: { receivedDate: '2026-11-20' } } })).toEqual(['receiverConfirm: quality'])
  const { state, business } = await on.detailOf(product.as('quality'), id)
  expect(state).toBe(4)
  expect(rowsAt(business, 'items')[0]).toMatchObject({ issuedQty: '8.000', amount: (Number(materials[0]!.price) * 10).toFixed(2) })
})

it('is inspected before it comes back, and never more of it than was issued', async () => {
  const original = await on.file('quality',
    requisition({ requisitionType: 'project', movementType: '221', productionOrderNo: null,
      project:
        (await product.database.db.selectFrom('expense_project').select('id').where('status', '=', '1').where('manager', 'is not', null)
          .orderBy('code').executeTakeFirstOrThrow()).id }))
  await on.passThrough(original, { whIssue: { business: { items: [row({ issuedQty: '10.000' })] } },
    receiverConfirm: { business: { receivedDate: '2026-11-20' } } })
  const taken = { takenFrom: `materialRequisition/${original}/m1`, issuedBefore: '10.000' }
  const back = (returnedQty: string): FormValue => ({ requisitionType: 'return', movementType: '222', productionOrderNo: null,
    originalDoc: [original], items: [row({ ...taken, quantity: null, returnedQty })] })
  expect(await refusalOf(back('11.000'))).toEqual({ 'items.0.returnedQty': '退料数量不能大于可退数量10' })
  expect(await refusalOf(back('0.000'))).toEqual({ 'items.0.returnedQty': '退料数量须大于0' })
  const id = await on.file('quality', requisition(back('6.000')))
  expect(await refusalOf(back('5.000'))).toEqual({ 'items.0.returnedQty': '退料数量不能大于可退数量4' })
  await on.passThrough(id, {}, 'qcInspect')
  const marked = (change: FormValue = {}) => ({
    business: {
      inspections: [{ rowId: 'i1', material: materials[0]!.id, inspectionStatus: 'partial', productionOrderNo: '1000123',
        productionDate: '2026-11-19', serialNo: 'SN-1', qualifiedQty: '5.000', note: '外观划伤', ...change }],
    },
  })
  const problems = async (change: FormValue) => on.refusal(await on.pass(id, marked(change))).fields
  expect(await problems({ qualifiedQty: '6.001', note: null })).toEqual({ 'inspections.0.qualifiedQty': '合格数量不能大于退料数量' })
  expect(await problems({ inspectionStatus: null })).toEqual({ 'inspections.0.inspectionStatus': '检验状态不能为空' })
  expect(await problems({ serialNo: null })).toEqual({ 'inspections.0.serialNo': '生产序列号不能为空' })
  expect(await problems({ productionOrderNo: '' })).toEqual({ 'inspections.0.productionOrderNo': '生产工单号不能为空' })
  expect((await on.pass(id, marked())).code).toBe(200)
  expect((await on.pending(id)).map(({ node }) => node)).toContain('whIssue')
  // five of six qualified: one goes into blocked stock, by the movement that takes the issue back
  await on.passThrough(id, { receiverConfirm: { business: { receivedDate: '2026-11-20' } } })
  const { business } = await on.detailOf(product.as('quality'), id)
  expect(rowsAt(business, 'items')[0]).toMatchObject({ quantity: '6.000', blockedQty: '1.000' })
  const { body } = await product.database.db.selectFrom('posting').select('body').where('document', '=', id).where('call', '=',
    'sap.materialDocument').executeTakeFirstOrThrow()
  expect(body).toMatchObject({ movements: '222', quantities: [5], blockedQuantities: [1] })
})

it('is of the direction of its type, names no material of a location twice, and is charged to the cost centre of its department', async () => {
  expect(await refusalOf({ movementType: '262' })).toEqual({ movementType: '发料不能选择退料的移动类型' })
  expect(await refusalOf({ items: [row(), row({ rowId: 'm2' })] })).toEqual({ items: '物料、库存地点和批次重复' })
  expect(await refusalOf({ items: [row(), row({ rowId: 'm2', batch: 'B1' })] })).toEqual({})
  const { data: { value } } = await on.calculate(product.as('quality'),
    requisition({ requisitionType: 'costCenter', movementType: '201', productionOrderNo: null }))
  const usual = await product.database.db.selectFrom('cost_center').select('id').where('id', '=', String(value['costCenter']))
    .executeTakeFirst()
  expect(usual).toBeDefined()
})

it('relieves what was charged: by the movement that takes the issue back, with its cost centre', async () => {
  const { data: { value: { costCenter } } } = await on.calculate(product.as('quality'),
    requisition({ requisitionType: 'costCenter', movementType: '201', productionOrderNo: null }))
  const { movementType: _chosen, ...back } = requisition({ requisitionType: 'return', productionOrderNo: null, costCenter,
    items: [row({ quantity: null, returnedQty: '1.000' })] })
  const { data: { value } } = await on.calculate(product.as('quality'), back)
  expect([value['movementType'], value['costCenter']]).toEqual(['202', costCenter])
})

it('has one inspection record of each material that is inspected, which nobody leaves out', async () => {
  const other = { rowId: 'm2', material: materials[1]!.id, storageLocation: materials[1]!.location }
  const id = await on.file('quality', requisition({ reason: 'defect', items: [row(), row(other)] }))
  await on.passThrough(id, { pmc: { comment: '【到货时间：2099-11-25 10:00】' } }, 'qcInspect')
  const [first, second] = rowsAt((await on.detailOf(product.as('quality'), id)).business, 'inspections')
  expect([first?.['material'], second?.['material']]).toEqual([materials[0]!.id, materials[1]!.id])
  const marked = (one: FormValue | undefined): FormValue => ({ ...one, inspectionStatus: 'ok', productionOrderNo: '1000123',
    productionDate: '2026-11-19', serialNo: 'SN-1', qualifiedQty: '10.000' })
  expect(on.refusal(await on.pass(id, { business: { inspections: [marked(first)] } })).fields).toEqual({
    inspections: '每种物料都须有检验记录',
  })
  expect((await on.pass(id, { business: { inspections: [marked(first), marked(second)] } })).code).toBe(200)
})

it('is short where the warehouse has less, of all batches while none is named: production says when it comes, others stop', async () => {
  const { location: storageLocation } = materials[0]!
  const calculated = async (change: FormValue) => (await on.calculate(product.as('quality'), requisition(change))).data
  const has = Number(rowsAt((await calculated({ items: [row({ storageLocation })] })).value, 'items')[0]?.['stock'])
  expect(has).toBeGreaterThan(0)
  const items = [row({ storageLocation, quantity: `${has + 1}.000` })]
  const short = `库存不足，可用${has}`
  expect(
    await refusalOf({ requisitionType: 'borrow', movementType: '311', productionOrderNo: null, plannedReturnTime: '2026-11-30 10:00:00',
      items }),
  ).toEqual({ 'items.0.quantity': short })
  const ofReturn = await calculated({ requisitionType: 'return', productionOrderNo: null,
    items: [row({ storageLocation, quantity: null, returnedQty: `${has + 1}.000` })] })
  expect(ofReturn.problems.filter(({ field }) => field === 'items.0.quantity')).toEqual([])
  const id = await on.file('quality', requisition({ items }))
  await on.passThrough(id, {}, 'pmc')
  const { data: asked } = await product.as('pmc').post<{ conditionalFacts: { key: string; when: string }[] }>('/workflow/approvingNodeForm',
    { procInstId: id })
  expect(asked.conditionalFacts).toMatchObject([{ key: 'arrivalTime', when: 'some i in items satisfies i.quantity > i.stock' }])
  expect(on.refusal(await on.pass(id, { comment: '同意' })).fields).toEqual({ comment: '审批意见中必须包含到货时间' })
  expect((await on.pass(id, { comment: '【到货时间：2026-11-25 10:00】' })).code).toBe(200)
})

it('has none of a material where SAP has no record of it, and an unknown stock only while SAP does not answer', async () => {
  const change = { requisitionType: 'borrow', movementType: '311', productionOrderNo: null, plannedReturnTime: '2026-11-30 10:00:00' }
  const manner = (how: string) =>
    product.as('it').post('/oaserver/sap/demonstration/manner', { manner: how, about: 'storageLocation=19', minutes: 60 })
  const stockAt = async (storageLocation: string) => {
    const { data: { value, problems } } = await on.calculate(product.as('quality'),
      requisition({ ...change, items: [row({ storageLocation })] }))
    return [rowsAt(value, 'items')[0]?.['stock'] ?? null, problems.some(({ code }) => code === 'MR-R3')]
  }
  expect(await stockAt('1998')).toEqual(['0', true])
  await manner('losesAnswers')
  expect(await stockAt('1999')).toEqual([null, false])
  await manner('answers')
})

it('offers neither return nor, where goods move, refusal', async () => {
  const id = await on.file('quality', requisition())
  const actionsOf = async () => {
    const [task] = await on.pending(id)
    return (await on.detailOf(product.as(task!.by), id)).actions
  }
  expect(await actionsOf()).toContain('refuse')
  expect(await actionsOf()).not.toContain('return')
  await on.passThrough(id, {}, 'whIssue')
  expect(await actionsOf()).not.toContain('refuse')
})
