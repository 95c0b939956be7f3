import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { projectId } from '#plugins/demo/server/records.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { checks, directed, hours, issue, reviewOf, reviewSay } from '../testing.ts'
import { devReviewSheet } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, devReviewSheet)
})
afterAll(() => product?.close())

const refusalOf = async (change: FormValue) => on.refusal(await on.apply(product.as('employee'), await reviewOf(on, change))).fields

it('is not passed without a word, nor as passed while a high risk is open', async () => {
  const id = await on.file('employee', await reviewOf(on, { issues: [issue({ level: 'high' })] }))
  expect((await on.pass(id)).msg).toBe('请填写审批意见')
  await on.passThrough(id, reviewSay, 'pmConfirm')
  expect(on.refusal(await on.pass(id, reviewSay['pmConfirm'])).fields).toEqual({ conclusion: '存在未关闭的高风险问题，不能判定通过' })
  const conditional = { comment: '带条件',
    business: { conclusion: 'conditional', issues: [issue({ level: 'high', solution: '增加电平转换' })] } }
  expect(await on.passThrough(id, { ...reviewSay, pmConfirm: conditional })).toEqual(['pmConfirm: rd', 'rdDirector: rd'])
  await on.remove(id)
})

it('reports no more hours of a member in a month than a month has, over all sheets', async () => {
  const at = (actualHours: string, month = '2026-09-01') => ({ workHours: [hours({ month, actualHours })] })
  const first = await on.file('employee', await reviewOf(on, at('200.0')))
  expect(await refusalOf(at('100.5'))).toEqual({ 'workHours.0.actualHours': '该成员当月工时超过300小时' })
  expect(
    await refusalOf({
      workHours: [hours({ month: '2026-08-01', actualHours: '200.0' }),
        hours({ rowId: 'h2', role: 'test', month: '2026-08-01', actualHours: '100.5' })],
    }),
  )
    .toEqual({ 'workHours.1.actualHours': '该成员当月工时超过300小时' })
  const second = await on.file('employee', await reviewOf(on, at('100.0')))
  await on.passThrough(second, reviewSay, 'pmConfirm')
  expect(on.refusal(await on.pass(second, { comment: '已核对', business: { conclusion: 'pass', ...at('100.5') } })).fields).toEqual({
    'workHours.0.actualHours': '该成员当月工时超过300小时',
  })
  await on.revoke('employee', first)
  await on.passThrough(second, { pmConfirm: { comment: '已核对', business: { conclusion: 'pass', ...at('100.5') } } })
})

it('is of a project of which the project of SAP is known', async () => {
  expect(await refusalOf({ project: projectId('P26-009') })).toEqual({ project: '项目未在研发项目映射中维护' })
})

it('is led by the vice president where a project starts, and by the R&D director before it goes into production', async () => {
  const id = await on.file('employee', await reviewOf(on, { reviewType: 'project', stage: 'concept', workHours: [] }))
  expect((await on.passThrough(id, { ...reviewSay, reviewSign: checks('coverage', 'cost') })).slice(-2)).toEqual(['pmConfirm: rd',
    'vp: vp'])
  const last = await on.file('employee',
    await reviewOf(on, { ...(await directed(on)), stage: 'mp', workHours: [hours({ month: '2026-10-01' })] }))
  expect((await on.passThrough(last, { ...reviewSay, reviewSign: checks('coverage', 'test') })).slice(-2)).toEqual(['pmConfirm: rd',
    'rdDirector: rd'])
})
