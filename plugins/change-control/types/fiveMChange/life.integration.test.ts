import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { overdueChanges } from '../../server/jobs.ts'
import { checks } from '../testing.ts'
import { article, fiveMOf, fiveMSay } from '../testing-five-m.ts'
import { fiveMChange } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, fiveMChange, { nodeList: [{ nodeId: 'electronic', userIdList: ['u-employee'] }] })
}, 120_000)
afterAll(() => product?.close())

const at = async (node: string, change: FormValue = {}): Promise<string> => {
  const id = await on.file('jinlong', await fiveMOf(on, change))
  await on.passThrough(id, fiveMSay, node)
  return id
}
const refusals = async (id: string, body: object) => on.refusal(await on.pass(id, body)).fields

it('is assessed by each professional area at its own node, and never returned', async () => {
  const id = await at('electronic')
  for (const electronicState of ['1', '5'])
    expect(await refusals(id, { business: { electronicState } })).toEqual({ electronicState: '请填写电子评估状态' })
  const [task] = await on.pending(id)
  expect((await product.as('employee').post('/workflow/v2/back', { taskId: task?.task, desNodeId: 'start', comment: '请修改' })).code).not
    .toBe(200)
  expect((await on.pass(id, { business: { electronicState: '2' } })).code).toBe(200)
  await on.remove(id)
})

it('takes arrival, return and SMT order from the opinion, and refuses another value at the opinion', async () => {
  const id = await at('materialPurchase')
  const missing = { comment: '审批意见中必须包含到货时间' }
  expect(await refusals(id, { comment: '已下单' })).toEqual(missing)
  expect(await refusals(id, { comment: '已下单', business: { arrivalTime: '2026-11-24 10:00:00' } })).toEqual(missing)
  expect(await refusals(id, { comment: '【到货时间：2026-11-24 10:00】', business: { arrivalTime: '2026-11-25 10:00:00' } })).toEqual(
    missing,
  )
  expect(await refusals(id, { comment: '【到货时间：2026-11-20 09:49】' })).toEqual({ arrivalTime: '到货时间不能早于当前时间' })
  expect((await on.pass(id, { comment: '到货时间: 2026-11-20 09:50' })).code).toBe(200)
  expect(await refusals(id, { comment: '同意' })).toEqual({ comment: '审批意见中必须包含计划归还时间' })
  expect(await refusals(id, { comment: '【计划归还时间：2026-11-20 09:49】' })).toEqual({
    plannedReturnTime: '计划归还时间不能早于到货时间',
  })
  expect((await on.pass(id, { comment: '【计划归还时间：2026-11-20 09:50】' })).code).toBe(200)
  expect(await refusals(id, { comment: '【SMT订单号：smt】' })).toEqual({ comment: '审批意见中必须包含SMT订单号' })
  expect((await on.pass(id, { comment: '【SMT订单号：SMT-20261101】', business: { smtOrderNo: 'SMT-20261101' } })).code).toBe(200)
  expect((await on.detailOf(product.as('jinlong'), id)).business).toMatchObject({ arrivalTime: '2026-11-20 09:50:00',
    plannedReturnTime: '2026-11-20 09:50:00', smtOrderNo: 'SMT-20261101' })
  await on.remove(id)
})

it('is verified with a first article once every area is', async () => {
  const id = await at('verify')
  const verified = (change: FormValue, row: FormValue = {}) => ({ ...checks('firstArticle', 'traceability'),
    business: { electronicState: '5', ...article(row), ...change } })
  const open = '电子/结构/软件状态未全部验证'
  expect(await refusals(id, verified({ electronicState: '4' }))).toMatchObject({ electronicState: open })
  expect(await refusals(id, verified({}, { qualifiedQty: '10.001' }))).toEqual({ 'inspection.0.qualifiedQty': '合格数量不能大于发料数量' })
  expect(await refusals(id, verified({}, { productionDate: '2026-11-21' }))).toEqual({
    'inspection.0.productionDate': '生产日期不能晚于今天',
  })
  expect(Object.keys(await refusals(id, verified({}, { serialNo: '' })))).toEqual(['inspection.0.serialNo'])
  expect((await on.pass(id, verified({}))).code).toBe(200)
})

it('is overdue the day after its planned end, says so once, and no more when it is done', async () => {
  const id = await at('verify', { planEnd: '2026-12-01' })
  const run = (day: string) =>
    overdueChanges.run({ host: product.composition.host as never, db: product.database.db, at: new Date(`${day}T09:00:00+08:00`),
      signal: new AbortController().signal })
  const state = async () => {
    const { marks } = await product.database.db.selectFrom('document').select('marks').where('id', '=', id).executeTakeFirstOrThrow()
    const messages = await product.database.db.selectFrom('message').select('id').where('kind', '=', 'fiveMOverdue').where('document', '=',
      id)
      .execute()
    return [marks, messages.length]
  }
  await run('2026-12-01')
  expect(await state()).toEqual([[], 0])
  await run('2026-12-02')
  await run('2026-12-03')
  expect(await state()).toEqual([['fiveMOverdue'], 1])
  await on.passThrough(id, fiveMSay)
  expect(await state()).toEqual([[], 1])
})
