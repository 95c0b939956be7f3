import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { proposalApply } from './index.ts'
import { finishing, judging, planning, proposal, said, scores } from './testing.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, proposalApply)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const status = async (id: string) => (await on.detailOf(product.as('quality'), id)).business['proposalStatus']
const named = (name: string, change = {}) => proposal({ proposalName: name, ...change })
const hard = async (id: string, business: object, comment?: string) => {
  const [task] = await on.pending(id)
  return product.as(task!.by).post('/workflow/hardToDecide', { taskId: task!.task, business, comment })
}
const messages = async (id: string, body: object) => on.refusal(await on.pass(id, body)).fields

it('goes from the department to the vice president and the committee where it is hard to decide; whoever decides names who carries it out', async () => {
  const id = await on.file('quality', named('共享检具'))
  expect(await status(id)).toBe('1')
  expect(await hard(id, { hardToDecideOneReason: '', judgeReason: '不会留下' })).toMatchObject({ code: 42009 })
  expect(await hard(id, { hardToDecideOneReason: '涉及多个部门', implementer: 'u-dongmei' })).toMatchObject({ code: 200 })
  const second = await on.detailOf(product.as('vp'), id)
  expect([second.business['implementer'] ?? null, second.business['proposalStatus'], second.actions.includes('hardToDecide')]).toEqual([
    null,
    '7',
    true,
  ])
  expect(await hard(id, { hardToDecideTwoReason: '投入较大，请委员会判定' }, '建议先试点')).toMatchObject({ code: 200 })
  expect((await on.pending(id)).map(({ node }) => node)).toEqual(['committeeJudge'])
  expect(await messages(id, { comment: '同意', business: { judgeReason: '值得一试' } })).toMatchObject({ implementer: '请选择实施人',
    firstJudgeIsExcellent: expect.any(String) as unknown })
  expect(await on.pass(id, { comment: '同意', business: { ...judging, firstJudgeIsExcellent: '1', excellentReason: '可在全集团推广' } }))
    .toMatchObject({ code: 200 })
  expect([await status(id), (await on.pending(id)).map(({ node, by }) => `${node}: ${by}`)]).toEqual(['2', ['implementPlan: dongmei']])
  await on.remove(id)
})

it('asks each judge for a reason, and goes to the vice president when it is excellent', async () => {
  const id = await on.file('quality', named('防错夹具'))
  expect(await messages(id, { business: { ...judging, judgeReason: null } })).toEqual({ judgeReason: '请填写评审理由' })
  expect(await messages(id, { business: { ...judging, firstJudgeIsExcellent: '1' } })).toEqual({ excellentReason: '请填写优秀提案理由' })
  expect(await on.pass(id, { business: { ...judging, firstJudgeIsExcellent: '1', excellentReason: '可以推广到全厂' } })).toMatchObject({
    code: 200,
  })
  expect((await on.pending(id)).map(({ node, by }) => `${node}: ${by}`)).toEqual(['firstJudgeTwo: vp'])
  await on.remove(id)
})

it('is planned, carried out, scored and rewarded, with what is missing said at its field', async () => {
  const id = await on.file('quality', named('标签改善'))
  const say = await said(on)
  expect(await on.passThrough(id, say, 'implementPlan')).toEqual(['firstJudgeOne: yangfan'])
  const dates = '请填写预计实施起止日期，且完成日期不早于开始日期'
  expect(await messages(id, { business: { knowDate: '1' } })).toMatchObject({ estimatedImplementationEndDate: dates })
  expect(await messages(id, { business: { ...planning, estimatedImplementationEndDate: '2026-11-22' } })).toEqual({
    estimatedImplementationEndDate: dates,
  })
  expect(await messages(id, { business: { knowDate: '0' } })).toEqual({ unknowDateReason: '请填写日期不明确原因' })
  expect(await on.pass(id, { business: planning })).toMatchObject({ code: 200 })
  expect(await status(id)).toBe('3')
  const done = await finishing(on)
  expect(await messages(id, { business: { ...done, actualEndDate: '2026-11-21' } })).toEqual({
    actualEndDate: '实际完成日期不能早于开始日期，也不能晚于今天',
  })
  expect(await on.pass(id, { business: done })).toMatchObject({ code: 200 })
  expect(await status(id)).toBe('4')
  expect(await messages(id, { comment: '同意', business: { judgeReason: '效果非常明显', scores: scores(41, 20, 20) } })).toMatchObject({
    'scores.0.score': '评分不能超过40',
    'scores.3.score': '请填写提案评分',
  })
  expect(await on.pass(id, { comment: '同意', business: { judgeReason: '效果非常明显', scores: scores(40, 20, 20, 15) } })).toMatchObject({
    code: 200,
  })
  const { business } = await on.detailOf(product.as('quality'), id)
  expect(business).toMatchObject({ proposalStatus: '5', grade: 'A', rewardAmount: '500.00' })
  expect(String(business['score'])).toBe('95')
  expect(await on.pass(id, { business: { rewardAmount: '800.00' } })).toMatchObject({ code: 200 })
  expect(await on.detailOf(product.as('quality'), id)).toMatchObject({ state: 4, business: { rewardAmount: '800.00' } })
})

it('is asked about when the name is taken, and voided only by who may void proposals', async () => {
  const id = await on.file('quality', named('看板升级'))
  const again = await on.apply(product.as('quality'), named('看板升级'))
  expect(on.refusal(again).fields['proposalName']).toMatch(/^已有同名提案TA\d{12}$/)
  const accepted = await on.apply(product.as('quality'), named('看板升级'), { confirmed: ['forms.proposalExists'] })
  expect(accepted).toMatchObject({ code: 200 })
  expect(await product.as('weichen').post('/workflow/abandoned', { procInstId: id, comment: '作废' })).toMatchObject({ code: 403 })
  expect(await product.as('linfang').post('/workflow/abandoned', { procInstId: id, comment: '作废' })).toMatchObject({ code: 200 })
  await on.remove(accepted.data.businessKey)
})
